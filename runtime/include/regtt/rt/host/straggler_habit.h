/// Whether a kernel is watched for stragglers (core/stragglers.h). Watching
/// makes every visit a little longer, and is worth many times that where a few
/// queries are on their way long after the others. Whether there are such shows
/// when it is done; whether it pays, when it was done without once; and once it
/// is not done any more, kernels show it that take longer than they did.
#pragma once

#include <algorithm>
#include <cstddef>

namespace regtt::rt {

/// That of one call site, engine, order and size. Times are those of a kernel
/// and of what the host does after it.
class StragglerHabit {
public:
  bool watches() const { return isOn; }

  /// A call took that long, watched as watches() says; then it gave up
  /// `numGivenUp` of the queries for which the host has `room`.
  void note(double ms, std::size_t numGivenUp, std::size_t room) {
    if (isOn)
      noteWatched(ms, numGivenUp, room);
    else
      noteUnwatched(ms);
  }

private:
  void noteWatched(double ms, std::size_t numGivenUp, std::size_t room) {
    watched = ms;
    foundSome = numGivenUp > 0;
    ++calls;
    if (!foundSome)
      isOn = false;
    else if (unwatched > 0)
      isOn = watched < unwatched;
    else // where there is no room for more, those are not a few that take long
      isOn = numGivenUp < room && calls < callsToTrust;
  }
  void noteUnwatched(double ms) {
    isOn =
        foundSome ? watched < ms : unwatched > 0 && ms > muchLonger * unwatched;
    unwatched = unwatched > 0 && !isOn ? std::min(unwatched, ms) : ms;
    foundSome &= isOn;
  }

  static constexpr double muchLonger = 1.5;
  /// The call that is not watched may take ten times as long.
  static constexpr int callsToTrust = 16;
  bool isOn = true;                  ///< at first nothing is known
  bool foundSome = false;            ///< when it was watched last
  int calls = 0;                     ///< that were watched
  double watched = 0, unwatched = 0; ///< milliseconds; 0: not known
};

} // namespace regtt::rt
