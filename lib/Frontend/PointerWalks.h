// Pointers to one number that are moved on to others beside it.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace regtt {

/// Whether `function`, or what it hands `address` to, uses more than the one
/// number that the pointer `address` leads to:
///
///     const float *lo = &box.lo.x; ... lo[k] ...
bool isWalked(const clang::Expr *address, const clang::FunctionDecl *function);

} // namespace regtt
