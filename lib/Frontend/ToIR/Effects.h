// What evaluating something reads and changes, as far as order is concerned.
// What is not known changes all memory.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace regtt::toir {

/// Variables of the function by their declarations; all else is memory.
struct Accesses {
  llvm::SmallPtrSet<const clang::VarDecl *, 4> reads, writes;
  bool readsMemory = false, writesMemory = false;
  bool usesLibrary = false; ///< what the C library keeps to itself
};

/// What calls of a function change.
struct CallEffects {
  bool writesMemory = false, usesLibrary = false;
  bool writesThis = false;
  llvm::SmallVector<bool, 4> writesParam; ///< what its references lead to
  std::vector<const clang::FunctionDecl *> callees;
};

class Effects {
public:
  Accesses of(const clang::Stmt *s);
  /// Whether it can be seen which of the two is evaluated first.
  bool conflict(const clang::Expr *a, const clang::Expr *b);
  /// The same of an assignment's sides: the left one only says where.
  bool conflictsWithPlace(const clang::Expr *place, const clang::Expr *value);
  /// Whether calls of a function whose body is visible have no effects. What
  /// recurses is taken to have some.
  bool isPure(const clang::FunctionDecl *function);
  /// Of a library's function: whether its value is all that it gives.
  static bool isPureLibrary(const clang::FunctionDecl *function);
  /// Of a library's type: whether it only says where something lies.
  static bool isAccessor(const clang::FunctionDecl *function);

  const CallEffects &summary(const clang::FunctionDecl *function);

private:
  llvm::DenseMap<const clang::FunctionDecl *, CallEffects> summaries;
  llvm::DenseMap<const clang::FunctionDecl *, bool> pure;
};

} // namespace regtt::toir
