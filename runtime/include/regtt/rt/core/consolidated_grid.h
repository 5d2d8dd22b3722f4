/// Irregular nested loops, an iteration a thread; all long inner loops are put
/// together, and one grid is launched for them, which fills the device (Wu
/// 2019, sections 3.4 to 3.6).
#pragma once

#include <regtt/rt/core/putting_off.h>

namespace regtt::rt {

struct ConsolidatedGrid : PuttingOff<ConsolidatedGrid> {
  static constexpr const char *name = "consolidated_grid";
  template <class Traversal> using Child = ChildGrid<Traversal>;

  template <class Turn> REGTT_OP static void putOff(const Turn &turn) {
    append(turn.block.warp(), turn.isLong, turn.i(), turn.lists.numLong,
           turn.lists.iterations);
  }

  /// The block that is done last launches it.
  template <class Turn> REGTT_OP static void finish(const Turn &turn) {
    const auto &block = turn.block;
    block.publish();
    block.sync();
    LoopLists &lists = turn.lists;
    bool isRefused = false;
    if (block.thread() == 0 &&
        block.warp().add(lists.blocksDone, 1) + 1 == block.numBlocks()) {
      const std::uint32_t count = block.warp().add(lists.numLong, 0);
      isRefused = count != 0 &&
                  !turn.launch(lists.iterations, count, turn.childBlocks(1));
    }
    if (block.any(isRefused)) {
      block.publish();
      turn.takeListed(lists.iterations, lists.numLong);
    }
  }
};

} // namespace regtt::rt
