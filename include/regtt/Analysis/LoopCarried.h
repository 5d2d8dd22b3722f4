/// What one iteration of a loop hands to another through memory, which stands
/// against running them at the same time:
///
///     for (int i = 0; i < n; ++i)
///       y[i + 1] = y[i] + x[i];   // y[i + 1] is read by the next one
///
/// Elements that each iteration has of its own (`y[i]`) are handed to no other.
#pragma once

#include "regtt/Analysis/LoopAccesses.h"

namespace regtt::ir {

/// A write, and an access of another iteration, or the same one's in another
/// iteration, that may be of the same memory.
struct CarriedPair {
  const Access *write, *other;
};

/// All of them, each once, in the order of the text. Nothing is said of calls
/// of which it is not known what they access (LoopAccesses::isUnknown).
std::vector<CarriedPair> carriedPairs(const LoopAccesses &accesses);

} // namespace regtt::ir
