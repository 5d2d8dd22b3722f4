// A body that returns, for a place where more follows it.
#pragma once

#include "BodyCopy.h"

namespace regtt {

/// Gives `body` branches instead of returns; a value that is returned is
/// assigned to `result`, if there is one. Returns the first return that cannot
/// go: out of a loop, or in a branch after which both ways go on.
///
///     if (c) return 1; f(); return 2;
///  -> if (c) { r = 1; } else { f(); r = 2; }
const clang::Stmt *removeReturns(clang::ASTContext &context,
                                 clang::VarDecl *result, Statements &body);

/// `value` as the right side of an assignment: `(a, b)` for `a, b`.
clang::Expr *asOperand(clang::ASTContext &context, const clang::Expr *value);

} // namespace regtt
