/// Irregular nested loops, an iteration a thread; those with long inner loops
/// are put off until all others are done, and a second kernel takes them, a
/// block each (Li, Wu and Becchi 2015, "delayed buffer", in global memory).
#pragma once

#include <regtt/rt/core/putting_off.h>

namespace regtt::rt {

struct DelayedGlobal : PuttingOff<DelayedGlobal> {
  static constexpr const char *name = "delayed_global";
  using Next = AllListedLoops<256>;

  template <class Turn> REGTT_OP static void putOff(const Turn &turn) {
    append(turn.block.warp(), turn.isLong, turn.i(), turn.lists.numLong,
           turn.lists.iterations);
  }
};

} // namespace regtt::rt
