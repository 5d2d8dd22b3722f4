/// Whether the order that queries were sorted into serves the next call again,
/// decided by what that costs and saves. Which engine and order are best is
/// chosen in tuner.cpp.
#pragma once

#include <regtt/rt/core/reorder.h>
#include <regtt/rt/host/way.h>

#include <cstddef>

namespace regtt::rt {

/// What a call took.
struct WayCost {
  double kernelMs, reorderMs;
};

/// Of one call site with about so many queries: they are sorted anew when
/// reusing their order has cost as much as sorting them.
class OrderReuse {
public:
  /// Whether the last order is to serve a call that runs in that way.
  bool serves(const Way &way, std::size_t queries) const;

  /// After a call whose queries were sorted, by it or before. Returns what one
  /// such call takes on average if the order serves some more calls as well as
  /// it did last, or, while it is not believed to, what it took. `wasWanted`:
  /// the order was to serve, and did not come to it.
  double note(const Way &way, std::size_t queries, const WayCost &cost,
              bool wasWanted);

private:
  double freshKernelMs = 0, reorderMs = 0;
  double lostMs = 0;
  double totalMs = 0;    ///< of all calls since queries were sorted
  unsigned reused = 0;   ///< of these, but the first
  unsigned wait = 0;     ///< calls until it is tried again
  unsigned patience = 1; ///< how long it waits after it did not pay
  std::size_t count = 0; ///< queries that were sorted
  int engine = -1;
  Reorder::Kind kind = Reorder::Never;
  bool cannot = false; ///< it was wanted, and did not come to it
};

} // namespace regtt::rt
