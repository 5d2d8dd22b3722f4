// Which variables of a function never change and need no place.
#pragma once

#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseSet.h>

namespace regtt::toir {

class LocalUse {
public:
  explicit LocalUse(const clang::FunctionDecl *function);
  /// Whether it has one value, and nothing asks where that lies.
  bool isFixed(const clang::VarDecl *variable) const;

private:
  llvm::DenseSet<const clang::VarDecl *> placed;
};

} // namespace regtt::toir
