/// What reusing an order has cost, and what sorting anew would.
#include "order_reuse.h"

#include <algorithm>

namespace regtt::rt {

bool OrderReuse::serves(const Way &way, std::size_t queries) const {
  return queries == count && way.engine == engine && way.reorder.kind == kind &&
         wait == 0 && lostMs <= reorderMs && reorderMs > 0.02 * freshKernelMs;
}

double OrderReuse::note(const Way &way, std::size_t queries,
                        const WayCost &cost, bool wasWanted) {
  const double ms = cost.kernelMs + cost.reorderMs;
  const bool isSame = engine == way.engine && kind == way.reorder.kind;
  if (way.reusesOrder) {
    ++reused;
    totalMs += ms;
    lostMs += std::max(0.0, cost.kernelMs - freshKernelMs);
  } else {
    if (isSame && reused == 1 && lostMs > reorderMs) // it did not pay at all
      wait = patience = std::min(2 * patience, 64u);
    else if (isSame && reused > 1)
      patience = 1;
    else if (wait > 0)
      --wait;
    // Where it cannot be had: in pieces, or of other numbers.
    cannot = wasWanted || (isSame && queries != count);
    freshKernelMs = cost.kernelMs;
    reorderMs = cost.reorderMs;
    lostMs = 0;
    totalMs = ms;
    reused = 0;
    count = queries;
    engine = way.engine;
    kind = way.reorder.kind;
  }
  constexpr unsigned more = 8;
  const unsigned hoped = wait == 0 && !cannot ? more : 0;
  return (totalMs + hoped * cost.kernelMs) / (reused + 1 + hoped);
}

} // namespace regtt::rt
