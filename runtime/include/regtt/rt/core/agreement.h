/// Whether queries need sorting: found from their keys, whatever makes these.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace regtt::rt {

/// In how many leading bits the keys of `count` queries agree, summed up over
/// all: with the next query's, and with that of one half of all queries
/// further. Unused leading bits are in both alike.
struct Agreement {
  unsigned long long adjacent, apart;

  /// Whether queries are in order as they come: those side by side agree in
  /// more than those far apart, by as much as it takes to tell `count` queries
  /// apart with keys of `keyBits` bits, or nearly.
  bool isOrder(std::size_t count, int keyBits) const {
    const double more = (double(adjacent) - double(apart)) / double(count);
    const double most = std::min<double>(std::log2(double(count)), keyBits);
    return more > 0.4 * most;
  }
};

} // namespace regtt::rt
