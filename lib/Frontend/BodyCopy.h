// Copies of statements: a function's body with other names, for a place other
// than its own. What a derived class puts in the place of a statement or a call
// is its matter (FunctionMerging.cpp).
#pragma once

#include "Substitution.h"

#include <clang/AST/StmtCXX.h>

namespace regtt {

using Statements = llvm::SmallVector<clang::Stmt *, 8>;

class BodyCopy : public Substitution {
public:
  using Substitution::Substitution;

  /// Appends a copy of `s` to `out`; `last`: nothing follows it but the end of
  /// the function.
  void statement(clang::Stmt *s, bool last, Statements &out);

  /// `s`, or a block of what stands for it; null for null.
  clang::Stmt *branch(clang::Stmt *s, bool last);

  /// Notes that `s` cannot be copied, or what in it cannot.
  void fail(const clang::Stmt *s) {
    if (!failed)
      failed = refused ? refused : s;
  }
  const clang::Stmt *failed = nullptr; ///< the first; null if there is none

protected:
  /// Appends what stands for `s`; false where it is copied as any other.
  virtual bool expand(clang::Stmt *, bool, Statements &) { return false; }
  /// Appends what `e` needs to have run before it is evaluated.
  virtual void prepare(clang::Expr *, Statements &) {}
  /// What the copy of a local variable is called, which has no value yet; null
  /// where the variable itself stays.
  virtual clang::VarDecl *local(clang::VarDecl *var) = 0;

  /// A copy of `e`; `e` itself, and a note of it, where it cannot be copied.
  clang::Expr *expression(clang::Expr *e);
  bool declares(const clang::Stmt *s) const;

private:
  void block(llvm::ArrayRef<clang::Stmt *> body, bool last, Statements &out);
  void declaration(clang::DeclStmt *s, Statements &out);
  clang::DeclStmt *declared(clang::DeclStmt *s);
  clang::VarDecl *variable(clang::VarDecl *var);
  void selection(clang::IfStmt *s, bool last, Statements &out);
  clang::Stmt *loop(clang::Stmt *s);
  clang::Stmt *choice(clang::SwitchStmt *s);
  clang::Stmt *label(clang::SwitchCase *s);
};

} // namespace regtt
