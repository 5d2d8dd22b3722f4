/// Numbers of nodes: where several lie side by side, and, of those that are
/// computed, whether two expressions have the same value at every node; whether
/// any two expressions do.
#pragma once

#include "regtt/Frontend/Model/Model.h"
#include "regtt/Kernel/Data.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

using kernel::smallArray;

/// The plain array that a std::array holds; null for other types.
const clang::FieldDecl *heldArray(clang::QualType type);

/// Whether `a` and `b`, integers on the node and uniforms alone, are the same
/// sum of the same data with the same factors: `2 * i + 1` and, after
/// `int l = 2 * i`, `l + 1`. Of other expressions, whether they are spelled
/// alike.
bool sameNumbers(const Function &function, const clang::Expr *a,
                 const clang::Expr *b, const clang::ASTContext &ast);

/// Whether `a` and `b` are spelled alike, with the same declarations.
bool sameSpelling(const clang::Expr *a, const clang::Expr *b,
                  const clang::ASTContext &ast);

/// Whether `a` and `b` do the same with the same data: whatever they are
/// reached by, as in functions that each have a name of their own for the node,
/// and by way of locals that keep their first value.
bool sameValue(const Function &function, const clang::Expr *a,
               const clang::Expr *b, const clang::ASTContext &ast);

} // namespace regtt
