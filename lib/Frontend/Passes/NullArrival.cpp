// Checks that arriving at a null node does nothing, so that engines can skip
// null children without asking the operator.
//
//     if (!n) return;                   accepted
//     if (n == NULL || far(n)) return;  accepted: the left side decides
//     int i = 0; if (!n) return;        accepted: nothing is changed
//     b.visited++; if (!n) return;      refused: the effect would be lost
//     b.visited++; b.sum += n->x;       accepted: no null node gets here
//
// Of several functions that recurse through each other each one is checked.
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Passes/Passes.h"

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

/// Whether evaluating `e` reads the node in any case, which no null node
/// survives.
bool readsNode(const Traversal &traversal, const clang::Stmt *s) {
  if (!s || traversal.nodesAreNumbers)
    return false;
  if (const auto *e = dyn_cast<Expr>(s)) {
    const auto access = traversal.function.accesses.find(e);
    if (access != traversal.function.accesses.end()) {
      const Path &path = traversal.paths[access->second.path];
      return path.base == Base::Node && !path.address;
    }
    if (traversal.function.folded.count(e))
      return false;
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp())
      return readsNode(traversal, binary->getLHS());
    if (const auto *choice = dyn_cast<ConditionalOperator>(e))
      return readsNode(traversal, choice->getCond());
    if (isa<LambdaExpr>(e))
      return false;
  }
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return readsNode(traversal, child);
  });
}

enum class Outcome {
  Returns,      ///< without an effect
  FallsThrough, ///< to what follows
  Effect,
  Undefined ///< the node is read: nobody calls it for a null one
};

/// What becomes of a null node in `body`.
class NullRun {
public:
  explicit NullRun(const Traversal &traversal) : traversal(traversal) {}

  Outcome run(const std::vector<Statement> &body) {
    for (const Statement &stmt : body)
      if (const Outcome outcome = run(stmt); outcome != Outcome::FallsThrough)
        return outcome;
    return Outcome::FallsThrough;
  }

  bool effect = false;            ///< so far
  const Expr *returned = nullptr; ///< of what returns a value

private:
  Outcome run(const Statement &stmt) {
    const Function &function = traversal.function;
    if (stmt.kind == Statement::Block)
      return run(stmt.body);
    if (stmt.kind == Statement::If)
      if (const auto value = valueOnNull(function, stmt.cond))
        return run(*value ? stmt.body : stmt.orElse);
    if (stmt.kind != Statement::Loop && readsNode(traversal, stmt.cond))
      return Outcome::Undefined;
    for (const VarDecl *var : stmt.vars)
      if (stmt.kind == Statement::Let && readsNode(traversal, var->getInit()))
        return Outcome::Undefined;
    if (stmt.kind == Statement::Return) {
      returned = stmt.cond;
      return effect ? Outcome::Effect : Outcome::Returns;
    }
    effect |=
        holdsCall(stmt) || effectsOf(traversal, function, stmt).writesQuery;
    return Outcome::FallsThrough;
  }

  const Traversal &traversal;
};

/// Of `if (!n) return n;`, what returns null.
const Expr *valueOfNull(PassContext &context, const Expr *returned) {
  const auto *set = dyn_cast_or_null<BinaryOperator>(returned);
  if (!set)
    return returned;
  const Traversal &traversal = context.model.traversal;
  const auto access =
      traversal.function.accesses.find(set->getRHS()->IgnoreParenImpCasts());
  if (access == traversal.function.accesses.end())
    return returned;
  const Path &path = traversal.paths[access->second.path];
  if (path.base != Base::Node || !path.address)
    return returned;
  auto *null =
      IntegerLiteral::Create(context.ast, llvm::APInt(32, 0), context.ast.IntTy,
                             set->getRHS()->getBeginLoc());
  return BinaryOperator::Create(context.ast, set->getLHS(), null, BO_Assign,
                                set->getType(), VK_LValue, OK_Ordinary,
                                set->getOperatorLoc(), FPOptionsOverride());
}

/// Whether what is returned of a null node is known ahead of the call.
bool sameEverywhere(PassContext &context, const Expr *value) {
  const Traversal &traversal = context.model.traversal;
  const auto *set = cast<BinaryOperator>(value);
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
  bool effect = false, ok = true;
  for (size_t k = 0; k < traversal.numBodies; ++k) {
    NullRun arrival(traversal);
    const Outcome outcome = arrival.run(bodyOf(traversal, k));
    effect |= outcome == Outcome::Effect ||
              (outcome == Outcome::FallsThrough && arrival.effect);
    const Expr *value = valueOfNull(context, arrival.returned);
    traversal.nullValues.push_back(value);
    ok &= !value || sameEverywhere(context, value);
  }
  if (!effect)
    return ok;
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
