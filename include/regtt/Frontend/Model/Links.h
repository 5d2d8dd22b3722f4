/// Expressions that lead to a node by the pointer that holds it, whether raw or
/// owned by the library's smart pointers.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

namespace regtt {

/// What a std::unique_ptr or std::shared_ptr points to; null for other types,
/// and for a std::unique_ptr that holds more than a pointer (a deleter with
/// state). Both hold the pointer in their first word.
clang::QualType smartPointee(clang::QualType type,
                             const clang::ASTContext &ast);

/// The pointee of a raw or smart pointer; null for other types.
clang::QualType anyPointee(clang::QualType type, const clang::ASTContext &ast);

/// `e` without parentheses, casts between numbers, implicit casts, `*`, `&`,
/// `.get()` and overloaded `->`: the variable, field or element that holds the
/// pointer, or the iterator that leads to it.
const clang::Expr *linkExpr(const clang::Expr *e);

/// Calls `visit(leaf)` for each child, or null, that `e` may lead to at some
/// time: through choices of two and through locals. The variable of a loop over
/// children is a leaf.
void eachLink(const Function &function, const clang::Expr *e,
              llvm::function_ref<void(const clang::Expr *)> visit);

/// `link`, or what holds the child that the local `link` is set to, once and
/// for all.
const clang::Expr *heldBy(const Function &function, const clang::Expr *link);

/// An element of a local array of children: `two[side]`.
struct LinkElement {
  const clang::VarDecl *array = nullptr; ///< null where there is none
  const clang::Expr *index = nullptr;
};
LinkElement linkElement(const Function &function, const clang::Expr *e);

/// How many elements a type has that is a fixed array or a std::array of
/// pointers, and what they point to; null for other types.
std::optional<std::pair<int64_t, clang::QualType>>
pointerArray(clang::QualType type, const clang::ASTContext &ast);

/// What the elements of a local array are set to where it is declared, by
/// their numbers; null for those that are not there.
llvm::SmallVector<const clang::Expr *, 4>
firstElements(const clang::VarDecl *array, const clang::ASTContext &ast);

/// The smart pointer that `e` asks whether it is null, by its conversion to
/// bool; null otherwise.
const clang::Expr *testedSmartPointer(const clang::Expr *e);

} // namespace regtt
