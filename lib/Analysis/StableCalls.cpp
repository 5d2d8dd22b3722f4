// Proves that leaving out some of a query's visits changes nothing about where
// the others go: what visits change is only ever added to, or overwritten.
#include "regtt/Analysis/StableCalls.h"

#include "regtt/Analysis/Effects.h"
#include "regtt/Model/Walk.h"

using namespace regtt;
using namespace clang;

namespace {

class StableCallsProof {
public:
  explicit StableCallsProof(const Traversal &traversal)
      : traversal(traversal) {}

  Trait run() {
    if (!traversal.guards.empty())
      return {false, "a condition over a call depends on what visits change",
              traversal.guards.front().loc};
    if (!traversal.resumes.empty())
      return {false, "what follows a call depends on its visits",
              traversal.resumes.front().loc};
    check(traversal.function);
    for (const auto &helper : traversal.helpers)
      check(*helper);
    return result;
  }

private:
  void check(const Function &function) {
    const bool isHelper = &function != &traversal.function;
    walkStmts(function.body, [&](const Statement &stmt) {
      // The value of a helper is looked at where it is called.
      if (stmt.kind == Statement::Return && isHelper)
        return;
      for (const Expr *own : ownExprs(traversal, stmt))
        if (stmt.kind == Statement::Eval)
          checkEffect(function, own);
        else
          checkSteady(function, own);
    });
  }

  /// Whose value decides something.
  void checkSteady(const Function &function, const Expr *expr) {
    if (result.holds && effectsOf(traversal, function, expr).readsWritten)
      result = {false, "what a visit does depends on what others have changed",
                expr->getExprLoc()};
  }

  /// What is evaluated for its effect on the query: it may read what it adds
  /// to, but nothing is decided by that.
  void checkEffect(const Function &function, const Expr *expr) {
    const Effects effects = effectsOf(traversal, function, expr);
    if (!effects.readsWritten)
      return;
    if (effects.writesLocal)
      return checkSteady(function, expr);
    walkExpr(expr, [&](const Expr *e) {
      if (const auto *choice = dyn_cast<AbstractConditionalOperator>(e))
        checkSteady(function, choice->getCond());
      if (const auto *both = dyn_cast<BinaryOperator>(e);
          both && both->isLogicalOp())
        checkSteady(function, both->getLHS());
      if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
        checkSteady(function, element->getIdx());
      if (function.helperCalls.count(e))
        for (const clang::Stmt *argument : e->children())
          if (const auto *value = dyn_cast_or_null<Expr>(argument))
            checkSteady(function, value);
    });
  }

  const Traversal &traversal;
  Trait result = {true, "", {}};
};

} // namespace

Trait regtt::stableCalls(const Traversal &traversal) {
  return StableCallsProof(traversal).run();
}
