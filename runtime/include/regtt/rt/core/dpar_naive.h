/// Irregular nested loops, an iteration a thread, which launches a grid of one
/// block for its inner loop if that is long (Li, Wu and Becchi 2015,
/// "dpar-naive"; Wu 2019, section 3.2, "basic-dp").
#pragma once

#include <regtt/rt/core/putting_off.h>

namespace regtt::rt {

struct DparNaive : PuttingOff<DparNaive> {
  static constexpr const char *name = "dpar_naive";
  template <class Traversal> using Child = ChildGrid<Traversal>;

  template <class Turn> REGTT_OP static void putOff(const Turn &turn) {
    if (!turn.isLong)
      return;
    std::uint32_t *const own = turn.lists.iterations + turn.i();
    *own = turn.i();
    if (!turn.launch(own, 1, 1))
      turn.take();
  }
};

} // namespace regtt::rt
