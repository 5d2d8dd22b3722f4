// Regions as places of the language again, in the words of the loop: for texts
// that say where iterations read or write something, ahead of the loop.
//
//     %pointers->[%i]->.count      (*%pointers[load %i]).count
#pragma once

#include "regtt/Analysis/Region.h"
#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::recognise {

/// A region, and in which elements different iterations have theirs.
struct RegionPlace {
  const ir::Place *place = nullptr; ///< the first element's, of several
  /// The element that the loop's counter chooses, of which it is a part; null:
  /// it is the same place in all iterations.
  const ir::Place *element = nullptr;
  /// Elements side by side are one iteration's; 0: one is.
  int extent = 0;
  /// Elements from where one iteration's begin to the next one's; 0: they have
  /// no others between them.
  int apart = 0;
  bool wraps = false; ///< the index is computed in 32 bits that wrap around
};

/// What the loop counts or, where it goes over elements, one of them.
struct LoopElement {
  const ir::Variable *variable = nullptr;
  bool isElement = false;
};

/// Nothing of a region of which it cannot be said where an iteration has
/// it, and of one that is found through a pointer in an iteration's own
/// element: that is not in the next element's neighbourhood.
std::optional<RegionPlace> placeOf(ir::Module &module, const ir::Region &region,
                                   const LoopElement &counter);

/// For messages: the region, or what it is a part of as far as there are words
/// for that, `rows` of `rows[?].x` and `*list` of `list->[?]`. Null: it is not
/// known where it is, or a function has it that the loop calls.
const ir::Place *placeAround(ir::Module &module, const ir::Region &region,
                             const LoopElement &counter);

/// The array variable of which an element is accessed that data choose; null
/// of other regions.
const ir::Place *wholeArrayOf(ir::Module &module, const ir::Region &region);

} // namespace regtt::recognise
