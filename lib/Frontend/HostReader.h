/// One statement of the host's: what it reads and writes (HostAccesses.h).
#pragma once

#include "regtt/Frontend/HostAccesses.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace regtt {

class HostReader {
public:
  HostReader(const clang::ASTContext &context,
             const llvm::DenseSet<const clang::VarDecl *> &addressed)
      : context(context), addressed(addressed) {}
  HostAccess read(const clang::Stmt *s);

private:
  /// It may do anything.
  void open();
  void visit(const clang::Stmt *s);
  /// What is not come to, perhaps, or again.
  void visitSometimes(const clang::Stmt *s);
  void range(const clang::CXXForRangeStmt &s);
  void declaration(const clang::Decl *decl);
  /// Not what lies there.
  void lvalue(const clang::Expr *e);
  bool isOwn(const clang::Expr *place) const;
  /// It reads what lies there, or writes it.
  void touch(const clang::Expr *place, bool isWritten);
  std::string textOf(clang::SourceRange range) const;
  /// Of what may not be come to, or more than once: which element it is is not
  /// known, but perhaps whose.
  void touchElement(const clang::Expr *place, bool isWritten);
  /// Whether `e` means the same ahead of what is looked at: a variable, or a
  /// member of one.
  bool isThereAhead(const clang::Expr *e) const;
  /// What is none, or null, may be anything.
  void touchVector(const clang::Expr *vector, bool isWritten);

  void assignment(const clang::Expr &e, const clang::Expr *to);
  void expression(const clang::Expr *e);
  void conversion(const clang::CastExpr &e);
  /// What a function returns.
  static bool isResult(const clang::Expr *e);
  void unary(const clang::UnaryOperator &e);
  void binary(const clang::BinaryOperator &e);

  //===--- HostCalls.cpp ---===//

  /// `std::vector<double> next(n, 0.0)`: memory of its own.
  void construction(const clang::CXXConstructExpr &e);
  static bool isNumberOrOwn(const clang::Expr *e);
  /// A number, by value or by reference; of std::chrono, what it has.
  void argument(const clang::Expr *e);
  void call(const clang::CallExpr &e);
  void member(const clang::CXXMemberCallExpr &e,
              const clang::FunctionDecl &function);
  /// A vector of numbers: its elements, which may lie elsewhere afterwards,
  /// where nothing of a device's is.
  void changed(const clang::CXXMemberCallExpr &e, const clang::Expr &object,
               clang::QualType type);
  /// Vectors, not their elements; pointers and numbers.
  bool namesOwn(const clang::Stmt *s) const;
  void swapped(const clang::CallExpr &e, const clang::Expr *a,
               const clang::Expr *b);
  /// `std::cout << "error " << error << std::endl`
  void print(const clang::CXXOperatorCallExpr &e);

  const clang::ASTContext &context;
  const llvm::DenseSet<const clang::VarDecl *> &addressed;
  HostAccess access;
  clang::SourceLocation begin;
  bool isSure = true; ///< what is looked at is come to, once
  llvm::SmallVector<const clang::Stmt *> effects;
  bool swaps = false;
};

} // namespace regtt
