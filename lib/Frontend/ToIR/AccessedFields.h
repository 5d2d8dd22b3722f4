// Fields by which accesses are told from each other.
#pragma once

#include <clang/AST/Expr.h>

namespace regtt::toir {

/// The array whose element `e` is, where that is no pointer's.
const clang::Expr *arrayOf(const clang::ArraySubscriptExpr *e);

/// The field that holds the number `e`, or the array with it; null for what is
/// no field, or whose bytes are another field's, too.
const clang::FieldDecl *fieldOf(const clang::Expr *e);

} // namespace regtt::toir
