/// Irregular nested loops, an iteration a thread; the long inner loops of a
/// block are put together, and one grid is launched for them (Wu 2019,
/// sections 3.4 to 3.6). It fills a 16th of the device, unless told otherwise.
#pragma once

#include <regtt/rt/core/one_child_a_block.h>

namespace regtt::rt {

struct ConsolidatedBlock : OneChildABlock<ConsolidatedBlock> {
  static constexpr const char *name = "consolidated_block";

  template <class Turn>
  REGTT_OP static std::uint32_t childBlocks(const Turn &turn, std::uint32_t) {
    return turn.childBlocks(16);
  }
};

} // namespace regtt::rt
