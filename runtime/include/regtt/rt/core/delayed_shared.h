/// Irregular nested loops, an iteration a thread; a block puts those with long
/// inner loops off, and then takes them one after the other, all its threads
/// together (Li, Wu and Becchi 2015, "delayed buffer", in shared memory).
#pragma once

#include <regtt/rt/core/putting_off.h>

namespace regtt::rt {

struct DelayedShared : PuttingOff<DelayedShared> {
  static constexpr const char *name = "delayed_shared";

  template <class Turn> REGTT_OP static void putOff(const Turn &turn) {
    const std::uint32_t count = turn.listInBlock(turn.ownList());
    turn.takeListed(turn.ownList(), count);
    turn.block.sync(); // nobody lists again before
  }
};

} // namespace regtt::rt
