// Guards: conditions that are evaluated when a rope is taken, and what the rope
// carries for them. A guard sees the query and the uniforms as they are then;
// what it needs of the node and of the function's variables is captured where
// the call stands.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/ArrayRef.h>

namespace regtt {

class GuardBuilder {
public:
  GuardBuilder(Traversal &traversal, clang::ASTContext &ast)
      : traversal(traversal), function(traversal.function), ast(ast) {}

  /// The number of the guard that is all of `terms`. Their operands can be
  /// carried: obstacle() has found none.
  int add(llvm::ArrayRef<Term> terms);

  /// The operand of `condition` that a rope cannot carry: it depends on visits
  /// and on the node, too, or is no value. Null: there is none.
  const clang::Expr *obstacle(const clang::Expr *condition);

private:
  struct Needs;
  Needs needsOf(const clang::Expr *expr) const;
  const Function *calledHelper(const clang::Expr *e) const;
  bool looksAtNode(const Function &helper) const;
  bool takesNode(const clang::Expr *e) const;
  const clang::Expr *capture(const clang::Expr *expr, Guard *guard);
  const clang::Expr *captureOperands(const clang::Expr *e, Guard *guard);
  void keep(Capture capture, Guard &guard);

  Traversal &traversal;
  const Function &function;
  clang::ASTContext &ast;
};

} // namespace regtt
