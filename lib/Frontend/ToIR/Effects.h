// What evaluating something reads and changes, as far as order is concerned.
// What is not known changes all memory.
#pragma once

#include "LocalUse.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <functional>
#include <memory>
#include <vector>

namespace regtt::toir {

using Fields = llvm::SmallPtrSet<const clang::FieldDecl *, 4>;

/// What is read or written of memory: fields, which are told from all else by
/// their struct, or anything.
struct MemoryUse {
  bool any = false;
  Fields fields;
  /// Numbers and pointers of these types, wherever they are.
  llvm::SmallPtrSet<const clang::Type *, 2> types;

  bool none() const { return !any && fields.empty() && types.empty(); }
  bool meets(const MemoryUse &other) const;
  void add(const MemoryUse &other);
};

/// Variables of the function by their declarations; all else is memory.
struct Accesses {
  llvm::SmallPtrSet<const clang::VarDecl *, 4> reads, writes;
  MemoryUse memoryRead, memoryWritten;
  bool usesLibrary = false; ///< what the C library keeps to itself
};

/// How much of an object a function changes: `Parts` are the fields of
/// CallEffects::parts.
enum class Change : uint8_t { None, Parts, All };

/// What calls of a function read and change.
struct CallEffects {
  MemoryUse reads, writes; ///< besides what it is handed
  bool usesLibrary = false;
  Change ofThis = Change::None;
  llvm::SmallVector<Change, 4> ofParam; ///< of what its references lead to
  Fields parts;
  std::vector<const clang::FunctionDecl *> callees;

  /// Whether nothing outside of the function is changed.
  bool changesNothing() const;
};

class Effects {
public:
  /// Whether a function is an annotated traversal, which its callers make as a
  /// statement.
  std::function<bool(const clang::FunctionDecl *)> isTraversal;

  /// What a virtual call may run; nothing: it may be anything.
  std::function<std::vector<const clang::CXXMethodDecl *>(
      const clang::CXXMethodDecl *)>
      overriders;

  Accesses of(const clang::Stmt *s);
  /// Whether it can be seen which of the two is evaluated first.
  bool conflict(const clang::Expr *a, const clang::Expr *b);
  /// The same of an assignment's sides: the left one only says where.
  bool conflictsWithPlace(const clang::Expr *place, const clang::Expr *value);
  /// Whether calls of a function whose body is visible have no effects. What
  /// recurses is taken to have some, and so is what leads to a traversal.
  bool isPure(const clang::FunctionDecl *function);
  /// Of a library's function: whether its value is all that it gives.
  static bool isPureLibrary(const clang::FunctionDecl *function);
  /// Of a library's type: whether it only says where something lies.
  static bool isAccessor(const clang::FunctionDecl *function);
  /// `std::pair(d, id)`: numbers and pointers that have names are copied, by
  /// whatever reference they are handed. What the user's classes are made of,
  /// their constructors may change.
  static bool makesValue(const clang::FunctionDecl *callee);
  /// `o = hit`: of what it is given, an optional copies the bytes.
  static bool copiesBytes(const clang::FunctionDecl *callee,
                          clang::QualType given);

  /// The method that is certainly called; null where only the object knows.
  static const clang::CXXMethodDecl *
  certainMethod(const clang::CXXMethodDecl *method, const clang::CallExpr *e);

  const CallEffects &summary(const clang::FunctionDecl *function);
  /// Whether a pointer or a reference may lead to a function's variable.
  bool isShared(const clang::VarDecl *variable);

private:
  llvm::DenseMap<const clang::FunctionDecl *, CallEffects> summaries;
  llvm::DenseMap<const clang::FunctionDecl *, bool> pure;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<LocalUse>> uses;
};

/// Of which objects the reference that a function returns leads into a part.
struct ReturnedPlaces {
  bool isKnown = true; ///< if not, it may lead anywhere
  bool ofThis = false;
  llvm::SmallVector<unsigned, 2> params;
};
ReturnedPlaces returnedPlaces(const clang::FunctionDecl *function);

/// Adds what `s` accesses. `own`: of the function whose body it is in, while
/// its summary is made, and then its callees are those of `known`; else null.
void collect(
    Effects &effects,
    const llvm::DenseMap<const clang::FunctionDecl *, CallEffects> &known,
    Accesses &found, CallEffects *own, const clang::Stmt *s);

} // namespace regtt::toir
