/// Irregular nested loops, an iteration a thread; the long inner loops of a
/// warp are put together, and one grid is launched for them (Wu 2019,
/// sections 3.4 to 3.6). It fills a 32nd of the device, unless told otherwise.
#pragma once

#include <regtt/rt/core/putting_off.h>

namespace regtt::rt {

struct ConsolidatedWarp : PuttingOff<ConsolidatedWarp> {
  static constexpr const char *name = "consolidated_warp";
  template <class Traversal> using Child = ChildGrid<Traversal>;

  template <class Turn> REGTT_OP static void putOff(const Turn &turn) {
    const auto &warp = turn.block.warp();
    const LaneMask lanes = warp.vote(turn.isLong);
    if (lanes == 0)
      return;
    const unsigned lane = unsigned(warp.lane());
    std::uint32_t *const list = turn.blockList() + (turn.block.thread() - lane);
    if (turn.isLong)
      list[popcount(lanes & ((LaneMask{1} << lane) - 1))] = turn.i();
    warp.sync();
    bool isRefused = false;
    if (lane == 0)
      isRefused = !turn.launch(list, std::uint32_t(popcount(lanes)),
                               turn.childBlocks(32));
    if (warp.vote(isRefused) != 0 && turn.isLong)
      turn.take();
  }
};

} // namespace regtt::rt
