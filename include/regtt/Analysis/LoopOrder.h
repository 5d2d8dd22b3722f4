/// Whether an annotated loop may be split: all that stands before the calls of
/// traversals runs for all iterations, then all calls, then all that follows
/// them. The program's own order is another where what comes later in an
/// iteration and what comes earlier in a later one meet in memory:
///
///     for (int i = 0; i < n; i++) {
///       Query q = {state};            // reads what the iteration before wrote
///       visit(root, &q);
///       state = q.best;
///     }
#pragma once

#include "regtt/Analysis/LoopAccesses.h"

namespace regtt::ir {

/// Two accesses that may meet in memory: the first is an iteration's, the
/// second a later iteration's, which the split loop has first.
struct OrderFault {
  const Access *earlier, *later;
};

/// All of them, in the order of the text.
std::vector<OrderFault> exchangedPairs(const LoopAccesses &accesses);

/// Of each pair of places in the text one.
std::vector<OrderFault> orderFaults(const LoopAccesses &accesses);

} // namespace regtt::ir
