// The annotated loop -> QueryLoop: its range, its one call, the tree's root and
// where iteration i finds its query object. What the host file repeats is kept
// as the user's own text.
#include "Builder.h"

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
    const bool range = lowerVariable() && lowerBound() && checkStep();
    const CallExpr *call = range ? findCall() : nullptr;
    return call;
  }

private:
  bool notCounted(SourceLocation loc) {
    builder.report(loc.isValid() ? loc : loop->getBeginLoc(), Diag::RTT1101);
    return false;
  }

  std::string textOf(const Expr *expr) {
    std::string text = builder.sourceText(expr);
    if (text.empty())
      builder.report(expr->getBeginLoc(), Diag::RTT1108);
    return text;
  }

  bool lowerVariable() {
    const Expr *first = nullptr;
    if (const auto *declared = dyn_cast_or_null<DeclStmt>(loop->getInit())) {
      const auto *var = declared->isSingleDecl()
                            ? dyn_cast<VarDecl>(declared->getSingleDecl())
                            : nullptr;
      if (!var || !var->hasInit())
        return notCounted(declared->getBeginLoc());
      out.var = var;
      first = var->getInit();
      out.varTypeText = builder.sourceText(
          {var->getTypeSpecStartLoc(), var->getTypeSpecEndLoc()});
      if (var->getType()->getContainedAutoType())
        out.varTypeText = "auto";
      else if (out.varTypeText.empty()) // out of a macro
        out.varTypeText =
            var->getType().getCanonicalType().getAsString(policy());
    } else if (const auto *assigned =
                   dyn_cast_or_null<BinaryOperator>(loop->getInit());
               assigned && assigned->getOpcode() == BO_Assign) {
      out.var = namedVariable(assigned->getLHS());
      first = assigned->getRHS();
      out.varDeclaredOutside = true;
      if (out.var)
        out.varTypeText = out.var->getType().getAsString(policy());
    }
    if (!out.var || !out.var->getType()->isIntegerType())
      return notCounted(loop->getBeginLoc());
    if (!isInvariant(first, out.var)) {
      builder.report(first->getBeginLoc(), Diag::RTT1102);
      return false;
    }
    out.firstText = textOf(first);
    return !out.firstText.empty();
  }

  bool lowerBound() {
    const auto *test = loop->getCond()
                           ? dyn_cast<BinaryOperator>(plain(loop->getCond()))
                           : nullptr;
    if (!test || namedVariable(test->getLHS()) != out.var ||
        !(test->getOpcode() == BO_LT || test->getOpcode() == BO_LE ||
          test->getOpcode() == BO_NE))
      return notCounted(loop->getCond() ? loop->getCond()->getBeginLoc()
                                        : SourceLocation());
    out.inclusive = test->getOpcode() == BO_LE;
    const Expr *last = test->getRHS();
    if (!isInvariant(last, out.var)) {
      builder.report(last->getBeginLoc(), Diag::RTT1102);
      return false;
    }
    out.lastText = textOf(last);
    // In C++ the bound's type may depend on a template parameter.
    out.lastTypeText =
        builder.context.getLangOpts().CPlusPlus
            ? "auto"
            : plain(last)->getType().getUnqualifiedType().getAsString(policy());
    return !out.lastText.empty();
  }

  bool checkStep() {
    const Expr *step = loop->getInc() ? plain(loop->getInc()) : nullptr;
    if (const auto *unary = dyn_cast_or_null<UnaryOperator>(step))
      if (unary->isIncrementOp() &&
          namedVariable(unary->getSubExpr()) == out.var)
        return true;
    if (const auto *add = dyn_cast_or_null<CompoundAssignOperator>(step))
      if (add->getOpcode() == BO_AddAssign &&
          namedVariable(add->getLHS()) == out.var)
        if (auto one = add->getRHS()->getIntegerConstantExpr(builder.context);
            one && *one == 1)
          return true;
    return notCounted(step ? step->getBeginLoc() : SourceLocation());
  }

  const CallExpr *findCall() {
    const clang::Stmt *body = loop->getBody();
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

  const PrintingPolicy &policy() { return builder.context.getPrintingPolicy(); }

  Builder &builder;
  const PairedLoop &paired;
  const ForStmt *loop;
  QueryLoop &out;
};

} // namespace

const CallExpr *regtt::lowerLoop(Builder &builder, const PairedLoop &paired) {
  return LoopLowering(builder, paired).run();
}
