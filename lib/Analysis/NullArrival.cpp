// Checks that arriving at a null node does nothing, so that engines can skip
// null children without asking the operator.
//
//     if (!n) return;                   accepted
//     if (n == NULL || far(n)) return;  accepted: the left side decides
//     int i = 0; if (!n) return;        accepted: nothing is changed
//     b.visited++; if (!n) return;      refused: the effect would be lost
#include "regtt/Analysis/Effects.h"
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

using namespace regtt;
using namespace clang;

namespace {
/// Value of a condition when the node is null, where that decides it.
std::optional<bool> valueOnNull(const Function &function, const Expr *cond) {
  const Expr *e = cond->IgnoreParenImpCasts();
  if (const auto test = function.folded.find(e); test != function.folded.end())
    return !test->second;
  if (const auto *unary = dyn_cast<UnaryOperator>(e);
      unary && unary->getOpcode() == UO_LNot) {
    const auto inner = valueOnNull(function, unary->getSubExpr());
    return inner ? std::optional<bool>(!*inner) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryOperator>(e);
  if (!binary || !binary->isLogicalOp())
    return std::nullopt;
  // Only a left side that decides alone keeps the right from reading *n.
  const auto left = valueOnNull(function, binary->getLHS());
  if (!left)
    return std::nullopt;
  const bool decides = binary->getOpcode() == BO_LOr;
  return *left == decides ? left : valueOnNull(function, binary->getRHS());
}

enum class Outcome { Returns, FallsThrough, Effect };

Outcome runOnNull(Traversal &traversal, const std::vector<Statement> &body) {
  const Function &function = traversal.function;
  for (const Statement &stmt : body) {
    const bool effect =
        holdsCall(stmt) || effectsOf(traversal, function, stmt).writesQuery;
    Outcome outcome = effect ? Outcome::Effect : Outcome::FallsThrough;
    if (stmt.kind == Statement::Return) {
      traversal.nullValue = stmt.cond; // of what returns a value
      return Outcome::Returns;
    } else if (stmt.kind == Statement::Block) {
      outcome = runOnNull(traversal, stmt.body);
    } else if (stmt.kind == Statement::If) {
      if (const auto value = valueOnNull(function, stmt.cond))
        outcome = runOnNull(traversal, *value ? stmt.body : stmt.orElse);
    }
    if (outcome != Outcome::FallsThrough)
      return outcome;
  }
  return Outcome::FallsThrough;
}

/// Whether what is returned of a null node is known ahead of the call.
bool sameEverywhere(PassContext &context) {
  const Traversal &traversal = context.model.traversal;
  const auto *set = cast<BinaryOperator>(traversal.nullValue);
  bool same = true;
  walkExpr(set->getRHS(), [&](const Expr *e) {
    const auto access = traversal.function.accesses.find(e);
    if (access != traversal.function.accesses.end()) {
      const Path &path = traversal.paths[access->second.path];
      same &= path.base == Base::Query && !path.written();
    }
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (var && traversal.function.roles.count(var)) {
      const Role &role = traversal.function.roles.find(var)->second;
      same &= role.kind == Role::Uniform || role.kind == Role::Shared ||
              (role.kind == Role::Object && role.base == Base::Query);
    }
    same &= !traversal.function.helperCalls.count(e) &&
            !traversal.function.elements.count(e);
  });
  if (!same)
    context.diagnostics.report(set->getRHS()->getBeginLoc(), Diag::RTT2051);
  return same;
}
} // namespace

bool regtt::runNullArrival(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  if (!traversal.calleeTestsNull)
    return true; // the callers test, or no child is ever null
  if (runOnNull(traversal, traversal.function.body.body) != Outcome::Effect)
    return !traversal.nullValue || sameEverywhere(context);
  context.diagnostics.report(traversal.loc, Diag::RTT2014);
  walkStmts(traversal.function.body, [&](const Statement &stmt) {
    if (stmt.cond)
      walkExpr(stmt.cond, [&](const Expr *e) {
        if (traversal.function.folded.count(e))
          context.diagnostics.note(e->getExprLoc(),
                                   "null is tested only here; test it first, "
                                   "or test the child before the call");
      });
  });
  return false;
}
