// The annotated loop -> QueryLoop: its range and its body. What the host file
// repeats is kept as the user's own text.
#include "LoopBody.h"
#include "LoopClauses.h"
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
    return lowerLoopRange(builder, loop) && lowerLoopClauses(builder, paired)
               ? findCall()
               : nullptr;
  }

private:
  const CallExpr *findCall() {
    const auto *ranged = dyn_cast<CXXForRangeStmt>(loop);
    const clang::Stmt *body =
        ranged ? ranged->getBody() : cast<ForStmt>(loop)->getBody();
    out.headText = builder.sourceText(SourceRange(
        loop->getBeginLoc(),
        ranged ? ranged->getRParenLoc() : cast<ForStmt>(loop)->getRParenLoc()));
    return lowerLoopBody(builder, body);
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
