// The recursive calls of a traversal's body, and the variables that it assigns
// to.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace regtt {

struct BodyScan {
  std::vector<const clang::CallExpr *> calls;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> changed;

  /// Whether every recursive call of `fn` hands on parameter `k` as it is.
  bool handsOn(const clang::FunctionDecl *fn, unsigned k) const;
};

BodyScan scanBody(const clang::FunctionDecl *fn);

} // namespace regtt
