/// Whether iterations that change elements in an order had better run on many
/// threads, which log what they change, or on one, which changes it at once:
/// that depends on how much else they do, and on whether caches hold the
/// elements. It is measured, round by round.
#pragma once

#include <algorithm>
#include <cstddef>

namespace regtt::rt {

/// Of one call site.
class ChangeHabit {
public:
  /// Whether the next round shall log.
  bool logsNext() {
    if (costs[0] == 0 || costs[1] == 0)
      return isLogged = costs[1] == 0;
    if (trialsLeft > 0) {
      --trialsLeft;
      return isLogged;
    }
    isLogged = costs[1] <= costs[0];
    isTrial = --untilTrial <= 0;
    if (isTrial) {
      isLogged = !isLogged;
      // The first ones find threads asleep, and logs in nobody's cache.
      trialsLeft = isLogged ? 2 : 0;
      betweenTrials = std::min(2 * betweenTrials, mostBetween);
    }
    return isLogged;
  }
  /// Whether the round is only to see how long it takes so.
  bool triesIt() const { return isTrial || costs[isLogged ? 1 : 0] == 0; }

  /// The round took `cost` for each iteration. Of what is only tried the last
  /// one counts.
  void note(double cost) {
    double &known = costs[isLogged ? 1 : 0];
    known = std::max(triesIt() ? cost : (known + cost) / 2, 1e-9);
    if (!isTrial)
      return;
    // What is much worse is tried rarely.
    const double worse = known / costs[isLogged ? 0 : 1];
    untilTrial = isSettled && worse > 1
                     ? int(double(betweenTrials) * std::min(worse * worse, 1e4))
                     : betweenTrials;
  }

  /// Iterations that a thread logs in one go.
  std::size_t grain = 16;
  bool isSettled = false; ///< and that is about what it will stay

private:
  static constexpr int mostBetween = 32;
  double costs[2] = {}; ///< of an iteration; 0: not known
  bool isLogged = false, isTrial = false;
  int untilTrial = 1, betweenTrials = 1, trialsLeft = 0; ///< rounds
};

} // namespace regtt::rt
