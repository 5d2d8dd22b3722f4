// Which variables of a function never change and need no place, and which of
// them others than the function's own text may change.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseSet.h>

namespace regtt::toir {

class LocalUse {
public:
  explicit LocalUse(const clang::FunctionDecl *function);
  /// Of all functions of the file, and of its variables with static storage.
  explicit LocalUse(const clang::ASTContext &context);
  /// Of expressions, wherever they are from.
  explicit LocalUse(llvm::ArrayRef<const clang::Expr *> all);
  /// Whether it has one value, and nothing asks where that lies.
  bool isFixed(const clang::VarDecl *variable) const;
  /// Whether a pointer or a reference may lead to it.
  bool isShared(const clang::VarDecl *variable) const;
  /// Of a container: whether one may lead to an element of it.
  bool sharesElements(const clang::VarDecl *variable) const;
  /// It is changed by what the text does not show.
  void change(const clang::VarDecl *variable) {
    placed.insert(variable->getCanonicalDecl());
  }

private:
  llvm::DenseSet<const clang::VarDecl *> placed, shared, ofElements;
};

} // namespace regtt::toir
