// References to elements that iterations change for each other.
#pragma once

#include "Recogniser.h"

#include <set>

namespace regtt::recognise {

/// Has what they name in their place, at the index that they were made with:
///
///     let %d: ref f64 = refof element(2, %w)      let %dAt: i32 = %w
///     store (*%d) = add(load (*%d), %x)      ->   store element(2, %dAt) =
///                                                   add(load element(2, %dAt),
///                                                   %x)
///
/// Of the elements' data that `rows` have the numbers of.
void nameReferenced(Recogniser &site, const std::set<unsigned> &rows);

} // namespace regtt::recognise
