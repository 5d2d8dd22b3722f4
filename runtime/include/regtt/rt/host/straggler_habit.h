/// Whether a kernel is watched for stragglers (core/stragglers.h). Watching
/// makes every visit a little longer, and is worth many times that where a few
/// queries are on their way long after the others. Whether there are such shows
/// when it is done; whether it pays, when it was done without once; and once it
/// is not done any more, kernels show it that take longer than they did.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>

namespace regtt::rt {

/// That of one call site, engine, order and size. Times are those of a kernel
/// and of what the host does after it.
class StragglerHabit {
public:
  bool watches() const { return isOn; }
  /// Whether it ended because there were none.
  bool foundNone() const { return !isOn && wereNone; }
  /// From the first call on it is as if one had found none.
  void begin() { isOn = false; }

  /// A call took that long, watched as watches() says; then it gave up
  /// `numGivenUp` of the queries for which the host has `room`, of which one
  /// took it `longestMs`; of a call in pieces, times the number of pieces, each
  /// of which may have one like that.
  void note(double ms, std::size_t numGivenUp, std::size_t room,
            double longestMs) {
    if (isOn)
      noteWatched(ms, numGivenUp, room, longestMs);
    else
      noteUnwatched(ms);
  }

private:
  void noteWatched(double ms, std::size_t numGivenUp, std::size_t room,
                   double longestMs) {
    watched = ms;
    foundSome = numGivenUp > 0;
    wereNone = !foundSome;
    ++calls;
    if (!foundSome)
      isOn = false;
    else if (unwatched > 0)
      isOn = watched < unwatched;
    else // where there is no room for more, those are not a few that take long
      isOn = numGivenUp < room && calls < callsToTrust &&
             longestMs * hostIsFaster > 2 * ms;
  }
  void noteUnwatched(double ms) {
    isOn =
        foundSome ? watched < ms : unwatched > 0 && ms > muchLonger * unwatched;
    unwatched = unwatched > 0 && !isOn ? std::min(unwatched, ms) : ms;
    foundSome &= isOn;
  }

  static constexpr double muchLonger = 1.5;
  /// The call that is not watched may take ten times as long, unless the host
  /// was done with the longest at once: a device makes the visits of one query
  /// four to eight times as slowly.
  static constexpr int callsToTrust = 16;
  static constexpr double hostIsFaster = 8;
  bool isOn = true;       ///< at first nothing is known
  bool foundSome = false; ///< when it was watched last, and was faster so
  bool wereNone = false;  ///< when it was watched last
  int calls = 0;          ///< that were watched
  double watched = 0, unwatched = 0; ///< milliseconds; 0: not known
};

/// Those of one call site.
class StragglerHabits {
public:
  /// `queries`: a size class. A way that was not run yet is not watched where
  /// another one found none: who compares ways wants to see what they take.
  StragglerHabit &of(const std::string &engine, int order, int queries) {
    const auto [found, isNew] = habits.try_emplace({queries, engine, order});
    if (isNew && std::any_of(habits.begin(), habits.end(), [&](auto &other) {
          return std::get<0>(other.first) == queries &&
                 other.second.foundNone();
        }))
      found->second.begin();
    return found->second;
  }

private:
  std::map<std::tuple<int, std::string, int>, StragglerHabit> habits;
};

} // namespace regtt::rt
