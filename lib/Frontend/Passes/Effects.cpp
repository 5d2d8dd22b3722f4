// Effects of expressions and statements, by walking down to the recorded
// accesses and into helpers.
#include "regtt/Frontend/Passes/Effects.h"

#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

/// As walkExpr, but a recursive call whose value is kept has been made, its
/// arguments evaluated, before the rest is.
template <class Visit>
static void walkRest(const Function &function, const clang::Stmt *expr,
                     Visit visit) {
  const auto *e = dyn_cast_or_null<Expr>(expr);
  if (!expr || (e && function.results.count(e)))
    return;
  if (e)
    visit(e);
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(expr))
    return walkRest(function, argument->getExpr(), visit);
  if (const auto *field = dyn_cast<CXXDefaultInitExpr>(expr))
    return walkRest(function, field->getExpr(), visit);
  for (const clang::Stmt *child : expr->children())
    walkRest(function, child, visit);
}

static void merge(Effects &into, const Effects &from) {
  into.writesQuery |= from.writesQuery;
  into.readsWritten |= from.readsWritten;
  into.writesLocal |= from.writesLocal;
}

/// The local pointer or reference that `e` names; null for anything else.
/// What it leads to is what it was initialised with: the front end refuses
/// pointers that are assigned.
static const VarDecl *indirectLocal(const Function &function, const Expr *e) {
  const auto *name = dyn_cast<DeclRefExpr>(e);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!var || isa<ParmVarDecl>(var) || !var->getInit() ||
      function.roles.lookup(var).kind != Role::Value)
    return nullptr;
  const QualType type = var->getType();
  return type->isPointerType() || type->isReferenceType() ? var : nullptr;
}

/// Whether `path` is the query's own: in it, or in an array of its own.
static bool isOfQuery(const Traversal &traversal, const Path &path) {
  return path.base == Base::Query || (path.base == Base::Element &&
                                      traversal.arrays[path.number].ofQueries);
}

/// Whether `expr` leads to data of the query, directly or through locals.
static bool leadsToQuery(const Traversal &traversal, const Function &function,
                         const clang::Stmt *expr) {
  bool result = false;
  walkExpr(expr, [&](const Expr *e) {
    const auto access = function.accesses.find(e);
    result |= access != function.accesses.end() &&
              isOfQuery(traversal, traversal.paths[access->second.path]);
    if (const VarDecl *var = indirectLocal(function, e))
      result |= leadsToQuery(traversal, function, var->getInit());
  });
  return result;
}

/// What assigning to `target` changes: the query, if it leads there, whose
/// indices do not count, else a local. Either, where data choose the place.
static Effects assignment(const Traversal &traversal, const Function &function,
                          const Expr *target) {
  while (!function.accesses.count(target)) {
    const Expr *base = target;
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(target))
      base = subscript->getBase();
    else if (const auto *unary = dyn_cast<UnaryOperator>(target))
      base = unary->getSubExpr();
    else if (const auto *member = dyn_cast<MemberExpr>(target))
      base = member->getBase();
    base = base->IgnoreParenImpCasts();
    if (base == target)
      break;
    target = base;
  }
  Effects result;
  result.writesQuery = leadsToQuery(traversal, function, target);
  result.writesLocal =
      !result.writesQuery ||
      (!function.accesses.count(target) && !isa<DeclRefExpr>(target));
  return result;
}

Effects regtt::effectsOf(const Traversal &traversal, const Function &function,
                         const clang::Stmt *expr) {
  Effects result;
  walkRest(function, expr, [&](const Expr *e) {
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end()) {
      result.readsWritten |= traversal.paths[access->second.path].written();
    }
    if (const VarDecl *var = indirectLocal(function, e))
      result.readsWritten |=
          effectsOf(traversal, function, var->getInit()).readsWritten;
    if (const Expr *target = assignedTarget(e))
      merge(result, assignment(traversal, function, target));
    if (const auto called = function.containerCalls.find(e);
        called != function.containerCalls.end())
      result.writesQuery |= called->second.changes;
    const auto writtenThrough = [&](const Expr *argument) {
      result.writesLocal = true;
      result.writesQuery |= leadsToQuery(traversal, function, argument);
    };
    if (function.libraryCalls.count(e)) {
      const auto *called = cast<CallExpr>(e);
      for (unsigned k = 0; k < called->getNumArgs(); ++k)
        if (!function.libraryCalls.lookup(e).empty() &&
            writesArgument(*called->getDirectCallee(), k))
          writtenThrough(called->getArg(k));
      return;
    }
    const auto call = function.helperCalls.find(e);
    if (call == function.helperCalls.end())
      return;
    const Function &helper = *traversal.helpers[call->second];
    Effects inner = effectsOf(traversal, helper, helper.body);
    inner.writesLocal = false; // the helper's own
    merge(result, inner);
    for (unsigned k = 0; k < helper.paramRoles.size(); ++k)
      if (helper.written.count(helper.decl->getParamDecl(k)))
        writtenThrough(argumentOf(e, k));
    for (const VarDecl *captured : helper.captured)
      result.writesLocal |= helper.written.count(captured) != 0;
    if (helper.writesThis)
      if (const Expr *object = calledObject(e))
        writtenThrough(object);
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
