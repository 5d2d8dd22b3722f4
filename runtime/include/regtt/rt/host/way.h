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
  bool reusesOrder = false;  ///< the order of the call before serves again
  bool orderIsAsked = false; ///< by the environment or the loop's clause
  const char *why = "rule";  ///< rule, trial, measured, file or asked
};

} // namespace regtt::rt
