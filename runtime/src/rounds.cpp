/// regtt_next_pass: what is compared, and what rounds have in common.
#include "rounds.h"

#include <regtt/rt/host/fixpoint.h>
#include <regtt/rt/host/float_mode.h>
#include <regtt/rt/host/log.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <utility>

namespace regtt::rt {

Rounds *roundsOf(const regtt_call &call) {
  return call.region ? static_cast<Rounds *>(call.region->kept) : nullptr;
}

bool isFirstRound(const regtt_call &call) { return !roundsOf(call); }

void keepStates(const std::vector<WrittenElements> &written,
                std::span<const int> arrays) {
  std::vector<WrittenElements> states = written;
  std::erase_if(states, [&](const WrittenElements &each) {
    return std::find(arrays.begin(), arrays.end(), each.array) == arrays.end();
  });
  session().saved.keep(states);
}

std::string startModeFault() {
  const std::string mode = unusualFloatMode();
  return mode.empty()
             ? ""
             : "the calling thread " + mode +
                   ", so that a sum may be a negative zero, and which of two "
                   "equal numbers stays depends on the way to the fixed point";
}

void noteRound(const regtt_call &call, const std::string &target) {
  if (!call.region || call.region->kept)
    return;
  auto *const made = new Rounds;
  made->call.site = call.site;
  made->call.count = call.count;
  made->isVerified = session().environment.verify;
  made->target = target;
  made->variant = session().report.variant;
  if (made->isVerified)
    made->states = std::move(session().saved);
  call.region->kept = made;
}

} // namespace regtt::rt

extern "C" int regtt_next_pass(regtt_region *region) {
  using namespace regtt::rt;
  auto *const rounds = static_cast<Rounds *>(region->kept);
  if (region->passes++ == 0)
    return 1;
  if (!rounds)
    return 0;
  if (rounds->isVerified && !rounds->isSerial) {
    rounds->isSerial = true;
    rounds->states.restore();
    return 1;
  }
  if (rounds->isSerial) {
    const std::string difference = rounds->states.compare(nullptr);
    if (!difference.empty())
      fail(rounds->call, "REGTT_VERIFY: " + rounds->target + " " +
                             rounds->variant + ": " + difference);
    logIdentical(rounds->call, rounds->target, rounds->variant);
  }
  delete rounds;
  region->kept = nullptr;
  return 0;
}
