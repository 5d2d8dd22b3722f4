/// Rounds up to a fixed point, from the first pass to the last.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/saved_elements.h>

#include <string>

namespace regtt::rt {

/// What is known of rounds that have begun.
struct Rounds {
  regtt_call call = {};  ///< a copy, for messages: the site is what counts
  bool isSerial = false; ///< this pass is for comparison only
  bool isVerified = false;
  SavedElements states;
  std::string target, variant; ///< of the first pass
};

/// Those of a call; null: it is the first one, or of none.
Rounds *roundsOf(const regtt_call &call);

/// After a call that ran: it was a round.
void noteRound(const regtt_call &call, const std::string &target);

} // namespace regtt::rt
