// The elements that lie side by side between two pointers, as the library's
// algorithms are given them.
#pragma once

#include "Body.h"

namespace regtt::toir {

/// What a pointer, or an iterator that is one, leads to; null: it is another
/// kind of iterator, or that is volatile.
const ir::Type *elementOf(Body &body, const clang::Expr *e);

/// A pointer without the casts to one to const.
const ir::Expr *plainPointer(const ir::Expr *e);

/// How many elements lie between two pointers; null: that is not seen. In a
/// loop that calls no traversal it always is.
const ir::Expr *lengthBetween(Body &body, const ir::Expr *from,
                              const ir::Expr *to);

/// How many elements behind `from` the pointer was counted; null: it was not.
const ir::Expr *distanceFrom(Body &body, const ir::Expr *pointer,
                             const ir::Expr *from);

} // namespace regtt::toir
