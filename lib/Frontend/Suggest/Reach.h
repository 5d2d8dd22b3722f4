/// What an expression has to do with a parameter of its function.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

namespace regtt::suggest {

enum class Reach {
  None,
  At,       ///< it is the parameter, or what that leads to
  Computed, ///< it is a number that is computed of it alone
  Below     ///< it is found in there
};

/// Follows locals by all that they are ever set to.
class Reaches {
public:
  /// Whether an element that the root finds is below it, or only what it leads
  /// to.
  enum Way { ByIndexToo, ByPointers };

  /// `root` is a parameter of `function`; null: its object.
  Reaches(const clang::FunctionDecl *function, const clang::ParmVarDecl *root,
          Way way = ByIndexToo);

  Reach of(const clang::Expr *e);
  /// What was indexed by the root, or by what was read there, in expressions
  /// that were asked for; null for what has no name.
  const llvm::SmallPtrSetImpl<const clang::ValueDecl *> &indexed() const {
    return arrays;
  }

private:
  Reach ofVariable(const clang::VarDecl *variable);
  Reach ofOperator(const clang::CXXOperatorCallExpr *call);
  Reach ofCall(const clang::CallExpr *call);
  Reach ofBinary(const clang::BinaryOperator *e);
  Reach ofElement(const clang::Expr *array, const clang::Expr *at);

  const clang::ParmVarDecl *root;
  const Way way;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> arrays;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<std::pair<const clang::Expr *, bool>, 2>>
      set; ///< expressions; whether the variable is an element of that
  llvm::SmallPtrSet<const clang::VarDecl *, 8> open;
};

/// Without what the language puts around an expression: conversions,
/// temporaries, copies.
const clang::Expr *bare(const clang::Expr *e);

/// The variable or field that holds an object, or what leads to it; null where
/// that has no name.
const clang::ValueDecl *holderOf(const clang::Expr *e);

} // namespace regtt::suggest
