// Copies of expressions in which variables and the object are replaced: what a
// function's expression says in the words of its caller.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>

namespace regtt {

class Substitution {
public:
  explicit Substitution(clang::ASTContext &context) : context(context) {}

  /// Names of `var` become `value`. An lvalue stands for the variable itself,
  /// any other for what it holds.
  void replace(const clang::VarDecl *var, clang::Expr *value) {
    values[var] = value;
  }

  /// `this` becomes `object`, or, unless `arrow`, a pointer to that.
  void replaceThis(clang::Expr *object, bool arrow) {
    self = object;
    selfIsPointer = arrow;
  }

  /// `e` with all that is replaced; what holds nothing of that is not copied.
  /// Null where something is in it that cannot be copied.
  clang::Expr *copy(clang::Expr *e);

private:
  bool concerns(const clang::Stmt *s) const;
  clang::Expr *member(clang::MemberExpr *e);
  clang::Expr *call(clang::CallExpr *e);
  clang::Expr *conversion(clang::CastExpr *e);

  clang::ASTContext &context;
  llvm::DenseMap<const clang::VarDecl *, clang::Expr *> values;
  clang::Expr *self = nullptr;
  bool selfIsPointer = false;
};

} // namespace regtt
