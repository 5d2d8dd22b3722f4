/// Irregular nested loops, an iteration a thread; a block launches one grid for
/// its long inner loops, with a block for each (Li, Wu and Becchi 2015,
/// "dpar-opt").
#pragma once

#include <regtt/rt/core/one_child_a_block.h>

namespace regtt::rt {

struct DparOpt : OneChildABlock<DparOpt> {
  static constexpr const char *name = "dpar_opt";

  template <class Turn>
  REGTT_OP static std::uint32_t childBlocks(const Turn &, std::uint32_t count) {
    return count;
  }
};

} // namespace regtt::rt
