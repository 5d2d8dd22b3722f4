// Least and greatest elements of which iterations tell that they have found a
// better one, as a step of shortest paths does.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Asks apart from the change of an element, whose own test is its operator's:
///
///     if lt(%d, load %m[%w]) {       let %better = lt(%d, load %m[%w])
///       store %m[%w] = %d       ->   if %better {
///       store %changed = true          store %changed = true
///     }                                if lt(%d, load %m[%w]) {
///                                        store %m[%w] = %d
///                                      }
///                                    }
///
/// Whichever iterations come first, one of them finds a better value if any of
/// them has one: the one with the best, until it has set it. And what is not
/// better than some earlier value of an element is none of the later. So it may
/// ask while others set theirs, if that is the only statement that sets
/// elements, and what it does beside is the same for all. Returns the statement
/// that asks; null: there is none.
const ir::Statement *
splitFlagged(Recogniser &site,
             llvm::function_ref<bool(const ir::Place *)> isElement,
             llvm::function_ref<bool(const ir::Expr *)> isOfAll);

} // namespace regtt::recognise
