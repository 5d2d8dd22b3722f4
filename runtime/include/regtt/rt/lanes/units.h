/// The code of one loop for each instruction set, and which of them this
/// processor has. Each is compiled by itself with that instruction set's
/// options (isa.h), and is called by the launcher, which is compiled without.
#pragma once

#include <cstddef>

namespace regtt::rt {

/// Takes `count` queries, which lie one behind the other, through the tree and
/// leaves them as their visits do. `op`: the operator for one query. `engine`:
/// its number among those that the loop has for lanes.
using LaneUnit = void (*)(int engine, const void *op, void *queries,
                          std::size_t count);

/// One loop's.
struct LaneUnits {
  LaneUnit avx512, avx2, plain;
};

/// The instruction sets, best first, as REGTT_ISA names them.
enum class Isa { Avx512, Avx2, None };

/// The best that this processor has.
Isa bestIsa();
/// Of that, what REGTT_ISA asks for.
Isa chosenIsa();

inline LaneUnit chosenUnit(const LaneUnits &units) {
  switch (chosenIsa()) {
  case Isa::Avx512:
    return units.avx512;
  case Isa::Avx2:
    return units.avx2;
  case Isa::None:
    break;
  }
  return units.plain;
}

} // namespace regtt::rt
