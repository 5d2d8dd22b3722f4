// Copies of expressions in which variables and the object are replaced: what a
// function's expression says in the words of its caller. BodyCopy.h copies
// statements.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>

namespace regtt {

class Substitution {
public:
  explicit Substitution(clang::ASTContext &context) : context(context) {}
  virtual ~Substitution() = default;

  /// Names of `var` become `value`. An lvalue stands for the variable itself,
  /// any other for what it holds.
  void replace(const clang::VarDecl *var, clang::Expr *value) {
    values[var] = value;
  }

  /// Names of `var` become names of `as`, which may be assigned to.
  void rename(const clang::VarDecl *var, clang::VarDecl *as) {
    renamed[var] = as;
  }

  /// `this` becomes `object`, or, unless `arrow`, a pointer to that.
  void replaceThis(clang::Expr *object, bool arrow) {
    self = object;
    selfIsPointer = arrow;
  }

  /// `e` with all that is replaced; what holds nothing of that is not copied.
  /// Null where something is in it that cannot be copied.
  clang::Expr *copy(clang::Expr *e);

  /// The first that cannot be copied; null if there is none.
  const clang::Stmt *refused = nullptr;

protected:
  /// Whether `s` itself has to be copied, whatever it holds.
  virtual bool isReplaced(const clang::Stmt *) const { return false; }
  virtual clang::Expr *call(clang::CallExpr *e);

  bool concerns(const clang::Stmt *s) const;
  /// The same for all of `from`; false where one cannot be copied.
  template <typename Range>
  bool copyAll(Range &&from, llvm::SmallVectorImpl<clang::Expr *> &to) {
    for (clang::Expr *e : from) {
      to.push_back(copy(e));
      if (!to.back())
        return false;
    }
    return true;
  }
  clang::Expr *nameOf(clang::VarDecl *var, clang::SourceLocation loc) const;

  clang::ASTContext &context;

private:
  clang::Expr *member(clang::MemberExpr *e);
  clang::Expr *conversion(clang::CastExpr *e);
  clang::Expr *construction(clang::Expr *e);

  llvm::DenseMap<const clang::VarDecl *, clang::Expr *> values;
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *> renamed;
  clang::Expr *self = nullptr;
  bool selfIsPointer = false;
};

} // namespace regtt
