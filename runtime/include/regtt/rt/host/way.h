/// How one call is run.
#pragma once

#include <regtt/rt/core/reorder.h>

namespace regtt::rt {

/// An engine and an order of queries (host/tuner.h chooses them).
struct Way {
  int engine = 0; ///< among those of the call; -1: refused, with a message
  Reorder reorder = {Reorder::Never, 0};
  /// Queries may be in order as they come: they are looked at first.
  bool ifDisordered = false;
  bool reusesOrder = false; ///< the order of the call before serves again
  /// Which engine it is is chosen once it is known how long inner loops are.
  bool looksAtLengths = false;
  bool orderIsAsked = false; ///< by the environment or the loop's clause
  enum Why {
    Rule,     ///< the first choice of queries of which nothing is known
    Trial,    ///< not measured yet
    Measured, ///< the best of all that were
    File,     ///< the best one by the tuning file
    Asked     ///< the engine and the order that were asked for
  } why = Rule;
};

/// As the log says it.
inline const char *whyName(Way::Why why) {
  constexpr const char *names[] = {"rule", "trial", "measured", "file",
                                   "asked"};
  return names[why];
}

} // namespace regtt::rt
