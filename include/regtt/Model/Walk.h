/// Walks over the Model's statements and the Clang expressions they hold.
#pragma once

#include "regtt/Model/Model.h"

#include <clang/AST/ExprCXX.h>

namespace regtt {

/// Calls `visit(expr)` for `expr` and everything below it.
template <class Visit> void walkExpr(const clang::Stmt *expr, Visit visit) {
  if (!expr)
    return;
  if (const auto *e = llvm::dyn_cast<clang::Expr>(expr))
    visit(e);
  if (const auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return walkExpr(argument->getExpr(), visit);
  for (const clang::Stmt *child : expr->children())
    walkExpr(child, visit);
}

/// Calls `visit(statement)` for `stmt` and all statements in it, in order.
template <class Visit> void walkStmts(const Statement &stmt, Visit visit) {
  visit(stmt);
  for (const Statement &inner : stmt.init)
    walkStmts(inner, visit);
  for (const Statement &inner : stmt.body)
    walkStmts(inner, visit);
  for (const Statement &inner : stmt.orElse)
    walkStmts(inner, visit);
}

/// The expressions a statement evaluates itself, not those of statements in it.
inline llvm::SmallVector<const clang::Expr *, 4>
ownExprs(const Traversal &traversal, const Statement &stmt) {
  llvm::SmallVector<const clang::Expr *, 4> result;
  if (stmt.cond)
    result.push_back(stmt.cond);
  if (stmt.step)
    result.push_back(stmt.step);
  for (const clang::VarDecl *var : stmt.vars)
    if (var->getInit())
      result.push_back(var->getInit());
  if (stmt.kind == Statement::CallNode) {
    const Call &call = traversal.calls[stmt.call];
    result.push_back(call.child);
    for (const CallArg &arg : call.args)
      result.push_back(arg.value);
  }
  return result;
}

/// Whether `stmt` is or holds a recursive call.
inline bool holdsCall(const Statement &stmt) {
  bool found = false;
  walkStmts(stmt, [&](const Statement &inner) {
    found |= inner.kind == Statement::CallNode;
  });
  return found;
}

} // namespace regtt
