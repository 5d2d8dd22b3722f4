// The annotated loop -> QueryLoop: its range and its one call. What the host
// file repeats is kept as the user's own text.
#include "LoopRange.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

namespace {

class LoopLowering {
public:
  LoopLowering(Builder &builder, const PairedLoop &paired)
      : builder(builder), paired(paired), loop(paired.loop),
        out(builder.model.loop) {}

  const CallExpr *run() {
    const auto &manager = builder.context.getSourceManager();
    const PresumedLoc place = manager.getPresumedLoc(loop->getBeginLoc());
    out.loop = loop;
    out.pragmaLoc = paired.directive->loc;
    out.file = place.getFilename();
    out.line = place.getLine();
    return lowerLoopRange(builder, loop) ? findCall() : nullptr;
  }

private:
  const CallExpr *findCall() {
    const auto *ranged = dyn_cast<CXXForRangeStmt>(loop);
    const clang::Stmt *body =
        ranged ? ranged->getBody() : cast<ForStmt>(loop)->getBody();
    while (true) {
      const auto *block = dyn_cast<CompoundStmt>(body);
      if (!block || block->size() != 1)
        break;
      body = block->body_front();
    }
    const auto *expr = dyn_cast<Expr>(body);
    const auto *call = expr ? dyn_cast<CallExpr>(plain(expr)) : nullptr;
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (!callee) {
      if (isa<BreakStmt, ReturnStmt, GotoStmt>(body))
        builder.report(body->getBeginLoc(), Diag::RTT1109);
      else
        builder.report(body->getBeginLoc(), Diag::RTT1103);
      return nullptr;
    }
    if (!builder.pairing.traversalOf(callee)) {
      builder.report(call->getBeginLoc(), Diag::RTT1104)
          << callee->getNameAsString();
      builder.diagnostics.note(callee->getLocation(), "declared here");
      return nullptr;
    }
    return call;
  }

  Builder &builder;
  const PairedLoop &paired;
  const clang::Stmt *loop;
  QueryLoop &out;
};

} // namespace

const CallExpr *regtt::lowerLoop(Builder &builder, const PairedLoop &paired) {
  return LoopLowering(builder, paired).run();
}
