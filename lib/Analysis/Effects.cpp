// Effects of expressions and statements, by walking down to the recorded
// accesses and into helpers.
#include "regtt/Analysis/Effects.h"

#include "regtt/Model/Walk.h"

using namespace regtt;
using namespace clang;

static void merge(Effects &into, const Effects &from) {
  into.writesQuery |= from.writesQuery;
  into.readsWritten |= from.readsWritten;
  into.writesLocal |= from.writesLocal;
}

/// The target of an assignment or increment; null for anything else.
static const Expr *assignedTarget(const Expr *e) {
  if (const auto *binary = dyn_cast<BinaryOperator>(e);
      binary && binary->isAssignmentOp())
    return binary->getLHS()->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(e);
      unary && unary->isIncrementDecrementOp())
    return unary->getSubExpr()->IgnoreParenImpCasts();
  return nullptr;
}

/// Whether a helper's argument may be written through.
static bool passedForWriting(const Function &helper, unsigned k) {
  const QualType type = helper.decl->getParamDecl(k)->getType();
  return (type->isReferenceType() || type->isPointerType()) &&
         helper.paramRoles[k].kind == Role::Value &&
         !type->getPointeeType().isConstQualified();
}

Effects regtt::effectsOf(const Traversal &traversal, const Function &function,
                         const clang::Stmt *expr) {
  Effects result;
  walkExpr(expr, [&](const Expr *e) {
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end()) {
      const Path &path = traversal.paths[access->second.path];
      result.readsWritten |= path.base == Base::Query && path.written();
    }
    if (const Expr *target = assignedTarget(e)) {
      if (function.accesses.count(target))
        result.writesQuery = true;
      else
        result.writesLocal = true; // a local, or through a pointer to one
    }
    const auto call = function.helperCalls.find(e);
    if (call == function.helperCalls.end())
      return;
    const Function &helper = *traversal.helpers[call->second];
    Effects inner = effectsOf(traversal, helper, helper.body);
    inner.writesLocal = false; // the helper's own
    merge(result, inner);
    for (unsigned k = 0; k < helper.paramRoles.size(); ++k)
      if (passedForWriting(helper, k)) {
        result.writesLocal = true;
        walkExpr(cast<CallExpr>(e)->getArg(k), [&](const Expr *argument) {
          const auto access = function.accesses.find(argument);
          result.writesQuery |=
              access != function.accesses.end() &&
              traversal.paths[access->second.path].base == Base::Query;
        });
      }
  });
  return result;
}

Effects regtt::effectsOf(const Traversal &traversal, const Function &function,
                         const Statement &stmt) {
  Effects result;
  walkStmts(stmt, [&](const Statement &inner) {
    for (const Expr *expr : ownExprs(traversal, inner)) {
      merge(result, effectsOf(traversal, function, expr));
      // A pointer or reference local bound to query data may be written.
      for (const VarDecl *var : inner.vars) {
        const QualType type = var->getType();
        if ((type->isPointerType() || type->isReferenceType()) &&
            !type->getPointeeType().isConstQualified() &&
            effectsOf(traversal, function, var->getInit()).readsWritten)
          result.writesQuery = true;
      }
    }
  });
  return result;
}
