/// Whether a kernel is watched for stragglers (core/stragglers.h). Watching
/// makes every visit a little longer, a tenth at most, and is worth many times
/// that where a few queries are on their way long after the others: whether
/// there are such shows when it is done, and, once it is not done any more, in
/// kernels that take longer than they did.
#pragma once

#include <algorithm>
#include <cstddef>

namespace regtt::rt {

/// That of one call site, engine and order of queries.
class StragglerHabit {
public:
  bool watches() const { return isOn; }

  /// A kernel took that long a query; watched, it gave up `numGivenUp` of the
  /// queries for which the host has `room`.
  void note(double msAQuery, std::size_t numGivenUp, std::size_t room) {
    if (isOn) {
      // Where there was no room for more, those are not few that take long.
      isOn = numGivenUp > 0 && numGivenUp < room;
      usual = msAQuery;
    } else {
      isOn = msAQuery > muchLonger * usual;
      usual = std::min(usual, msAQuery);
    }
  }

private:
  static constexpr double muchLonger = 1.5;
  bool isOn = true; ///< at first nothing is known
  double usual = 0; ///< milliseconds a query
};

} // namespace regtt::rt
