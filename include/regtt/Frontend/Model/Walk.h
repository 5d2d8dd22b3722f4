/// Walks over the Model's statements and the Clang expressions they hold.
#pragma once

#include "regtt/Frontend/Model/Model.h"

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
  if (const auto *field = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return walkExpr(field->getExpr(), visit);
  for (const clang::Stmt *child : expr->children())
    walkExpr(child, visit);
}

/// The variable that `e` names, through parentheses and implicit casts.
inline const clang::VarDecl *variableOf(const clang::Expr *e) {
  const auto *name =
      e ? llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts())
        : nullptr;
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// Whether `e` names a local that holds a child, or that child.
inline bool namesChild(const Function &function, const clang::Expr *e) {
  e = e->IgnoreParenImpCasts();
  while (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() != clang::UO_Deref &&
        unary->getOpcode() != clang::UO_AddrOf)
      return false;
    e = unary->getSubExpr()->IgnoreParenImpCasts();
  }
  const clang::VarDecl *var = variableOf(e);
  return var && function.roles.lookup(var).kind == Role::Link;
}

/// As walkExpr, but of what a datum is spelled with only the indices of its
/// parts are visited: of `tree[i].child[k]`, `k`. A child that a helper is
/// handed stands for its data, and a recursive call whose value is kept for
/// that.
template <class Visit>
void walkData(const Function &function, const clang::Stmt *expr, Visit visit) {
  if (!expr)
    return;
  if (const auto *e = llvm::dyn_cast<clang::Expr>(expr)) {
    visit(e);
    if (function.uniforms.count(e) || function.results.count(e))
      return;
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end()) {
      for (const Selector &part : access->second.parts)
        walkData(function, part.index, visit);
      for (const clang::Expr *offset : access->second.element.offsets)
        walkData(function, offset, visit);
      return;
    }
  }
  if (const auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return walkData(function, argument->getExpr(), visit);
  if (const auto *field = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return walkData(function, field->getExpr(), visit);
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expr);
  const bool helped = call && function.helperCalls.count(call);
  for (const clang::Stmt *child : expr->children()) {
    const auto *member =
        helped ? llvm::dyn_cast<clang::MemberExpr>(child) : nullptr;
    const auto *handed =
        member ? member->getBase() : llvm::dyn_cast_or_null<clang::Expr>(child);
    if (!helped || !handed || !namesChild(function, handed))
      walkData(function, child, visit);
  }
}

/// As walkExpr, short of what linearising alone looks at: numbers of children,
/// but for the index of one among several, and what null tests are made of.
template <class Visit>
void walkReads(const Function &function, const clang::Stmt *expr, Visit visit) {
  if (!expr)
    return;
  if (const auto *e = llvm::dyn_cast<clang::Expr>(expr)) {
    visit(e);
    if (const auto child = function.children.find(e);
        child != function.children.end())
      return walkReads(function, child->second.index, visit);
    if (function.folded.count(e))
      return;
    if (const auto test = function.nullTests.find(e);
        test != function.nullTests.end()) {
      const auto child = function.children.find(test->second.link);
      return child == function.children.end()
                 ? void()
                 : walkReads(function, child->second.index, visit);
    }
  }
  if (const auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return walkReads(function, argument->getExpr(), visit);
  if (const auto *field = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return walkReads(function, field->getExpr(), visit);
  for (const clang::Stmt *child : expr->children())
    walkReads(function, child, visit);
}

/// Calls `visit(path)` for the node's data that `e` itself reads: what it
/// accesses, and where an array of the node's starts.
template <class Visit>
void forNodeReads(const Traversal &traversal, const Function &function,
                  const clang::Expr *e, Visit visit) {
  const auto element = [&](const ElementRef &ref) {
    const DataArray &array = traversal.arrays[ref.array];
    if (array.ofNodes() && !ref.from && !ref.fromThis)
      visit(static_cast<unsigned>(array.start));
    // The end of a range is as many elements on as the node says; no source
    // names that number.
    for (const clang::Expr *offset : ref.offsets) {
      offset = offset->IgnoreImpCasts();
      const auto count = llvm::isa<clang::OpaqueValueExpr>(offset)
                             ? function.accesses.find(offset)
                             : function.accesses.end();
      if (count != function.accesses.end() &&
          traversal.paths[count->second.path].base == Base::Node)
        visit(count->second.path);
    }
  };
  if (const auto access = function.accesses.find(e);
      access != function.accesses.end()) {
    const Path &path = traversal.paths[access->second.path];
    if (path.base == Base::Node)
      visit(access->second.path);
    else if (path.base == Base::Element)
      element(access->second.element);
  }
  if (const auto found = function.elements.find(e);
      found != function.elements.end())
    element(found->second);
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

/// Body `k` of those that a traversal's function is made of, before passes have
/// changed it.
inline const std::vector<Statement> &bodyOf(const Traversal &traversal,
                                            size_t k) {
  const std::vector<Statement> *body = &traversal.function.body.body;
  for (size_t before = 0; before < k; ++before)
    body = &body->front().orElse;
  return k + 1 == traversal.numBodies ? *body : body->front().body;
}

template <class Visit> void walkStmts(Statement &stmt, Visit visit) {
  visit(stmt);
  for (Statement &inner : stmt.init)
    walkStmts(inner, visit);
  for (Statement &inner : stmt.body)
    walkStmts(inner, visit);
  for (Statement &inner : stmt.orElse)
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
  if (stmt.kind == Statement::Let)
    for (const clang::VarDecl *var : stmt.vars)
      if (var->getInit())
        result.push_back(var->getInit());
  if (stmt.kind == Statement::CallNode || stmt.kind == Statement::CallTree) {
    const Call &call = stmt.kind == Statement::CallNode
                           ? traversal.calls[stmt.call]
                           : traversal.treeCalls[stmt.call];
    result.push_back(call.child);
    for (const CallArg &arg : call.args)
      result.push_back(arg.value);
  }
  return result;
}

/// The object that a call of a member function is made on; null for others.
/// What it is a pointer to, if `isArrow` says so.
inline const clang::Expr *calledObject(const clang::Expr *call,
                                       bool *isArrow = nullptr) {
  if (isArrow)
    *isArrow = false;
  if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    const auto *method =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(op->getDirectCallee());
    return method && method->isInstance() ? op->getArg(0) : nullptr;
  }
  const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (!member)
    return nullptr;
  const auto *callee =
      llvm::dyn_cast<clang::MemberExpr>(member->getCallee()->IgnoreParens());
  if (!callee)
    return nullptr;
  if (isArrow)
    *isArrow = callee->isArrow();
  return callee->getBase();
}

/// The argument for parameter `k` of a call, an operator or a constructor;
/// null where there is none.
inline const clang::Expr *argumentOf(const clang::Expr *call, unsigned k) {
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(call))
    return k < made->getNumArgs() ? made->getArg(k) : nullptr;
  const auto *called = llvm::cast<clang::CallExpr>(call);
  // A member operator's first operand is its object.
  if (llvm::isa<clang::CXXOperatorCallExpr>(call) && calledObject(call))
    ++k;
  return k < called->getNumArgs() ? called->getArg(k) : nullptr;
}

/// Whether a function without a visible body may write through argument `k`.
inline bool writesArgument(const clang::FunctionDecl &callee, unsigned k) {
  if (k >= callee.getNumParams())
    return false;
  const clang::QualType type = callee.getParamDecl(k)->getType();
  return (type->isLValueReferenceType() || type->isPointerType()) &&
         !type->getPointeeType().isConstQualified();
}

/// What an assignment or increment writes to; null for anything else.
inline const clang::Expr *assignedTarget(const clang::Expr *e) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e);
      binary && binary->isAssignmentOp())
    return binary->getLHS()->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e);
      unary && unary->isIncrementDecrementOp())
    return unary->getSubExpr()->IgnoreParenImpCasts();
  // A struct as a whole, in C++.
  if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e);
      op && op->getOperator() == clang::OO_Equal)
    return op->getArg(0)->IgnoreParenImpCasts();
  return nullptr;
}

/// Whether `e` itself, not what is below it, may change the variable `var`:
/// assigns to it, takes its address, or hands it on by a reference that can be
/// written through.
inline bool changesVariable(const clang::Expr *e, const clang::VarDecl *var) {
  if (const clang::Expr *target = assignedTarget(e);
      target && variableOf(target) == var)
    return true;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e))
    return unary->getOpcode() == clang::UO_AddrOf &&
           variableOf(unary->getSubExpr()) == var;
  const auto writable = [](clang::QualType type) {
    return type->isReferenceType() &&
           !type->getPointeeType().isConstQualified();
  };
  const clang::FunctionDecl *callee = nullptr;
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e))
    callee = call->getDirectCallee();
  else if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(e))
    callee = made->getConstructor();
  for (unsigned k = 0; callee && k < callee->getNumParams(); ++k)
    if (writable(callee->getParamDecl(k)->getType()))
      if (const clang::Expr *argument = argumentOf(e, k);
          argument && variableOf(argument) == var)
        return true;
  return false;
}

/// Whether anything in `body` may change the variable `var`.
inline bool isReassigned(const clang::Stmt *body, const clang::VarDecl *var) {
  if (!body || var->getType()->isReferenceType())
    return false;
  if (const auto *e = llvm::dyn_cast<clang::Expr>(body);
      e && changesVariable(e, var))
    return true;
  if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(body))
    for (const clang::Decl *decl : declared->decls())
      if (const auto *other = llvm::dyn_cast<clang::VarDecl>(decl);
          other && other->getType()->isLValueReferenceType() &&
          !other->getType()->getPointeeType().isConstQualified() &&
          variableOf(other->getInit()) == var)
        return true;
  return llvm::any_of(body->children(), [&](const clang::Stmt *child) {
    return isReassigned(child, var);
  });
}

/// Whether `e` is a call of std::swap.
inline bool isSwap(const clang::Expr *e) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(e->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isInStdNamespace() && callee->getIdentifier() &&
         callee->getName() == "swap" && call->getNumArgs() == 2;
}

/// The locals that `e` exchanges, where it is a call of std::swap.
inline std::pair<const clang::VarDecl *, const clang::VarDecl *>
swappedVariables(const clang::Expr *e) {
  if (!isSwap(e))
    return {};
  const auto *call = llvm::cast<clang::CallExpr>(e->IgnoreParenImpCasts());
  return {variableOf(call->getArg(0)), variableOf(call->getArg(1))};
}

/// The local array of which `e` is an element: `two` of `two[k]`; null for
/// others, whatever the array holds.
inline const clang::VarDecl *arrayOf(const clang::Expr *e,
                                     const clang::Expr **index = nullptr) {
  e = e->IgnoreParenImpCasts();
  const clang::Expr *base = nullptr, *at = nullptr;
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) {
    base = subscript->getBase();
    at = subscript->getIdx();
  } else if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e);
             op && op->getOperator() == clang::OO_Subscript) {
    base = op->getArg(0);
    at = op->getArg(1);
  }
  if (index)
    *index = at;
  // A std::array holds a plain one.
  if (const auto *held =
          base ? llvm::dyn_cast<clang::MemberExpr>(base->IgnoreParenImpCasts())
               : nullptr) {
    const auto *record = held->getBase()->getType()->getAsCXXRecordDecl();
    if (record && record->isInStdNamespace() && !held->isArrow())
      base = held->getBase();
  }
  return base ? variableOf(base) : nullptr;
}

/// The local that holds a child, or children, and that `e` sets, with what it
/// or an element of it is set to.
inline std::pair<const clang::VarDecl *, const clang::Expr *>
linkSet(const Function &function, const clang::Expr *e) {
  const auto *assign = llvm::dyn_cast<clang::BinaryOperator>(e);
  if (!assign || assign->getOpcode() != clang::BO_Assign)
    return {};
  const clang::VarDecl *var = variableOf(assign->getLHS());
  if (!var)
    var = arrayOf(assign->getLHS());
  if (!var || !function.linkValues.count(var))
    return {};
  return {var, assign->getRHS()};
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
