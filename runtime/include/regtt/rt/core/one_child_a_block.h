/// What engines have in common that launch one grid for the long inner loops of
/// a block.
#pragma once

#include <regtt/rt/core/putting_off.h>

namespace regtt::rt {

/// One child for the long inner loops of a block.
template <class Engine> struct OneChildABlock : PuttingOff<Engine> {
  template <class Traversal> using Child = ChildGrid<Traversal>;

  template <class Turn> REGTT_OP static void putOff(const Turn &turn) {
    const std::uint32_t count = turn.listInBlock(turn.blockList());
    bool isRefused = false;
    if (turn.block.thread() == 0 && count != 0)
      isRefused = !turn.launch(turn.blockList(), count,
                               Engine::childBlocks(turn, count));
    if (turn.block.any(isRefused))
      turn.takeListed(turn.blockList(), count);
  }
};

} // namespace regtt::rt
