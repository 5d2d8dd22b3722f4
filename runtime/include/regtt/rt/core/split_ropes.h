/// Static ropes over records that are split: a visit loads a node's data; who
/// goes down asks only for which children are there, whose bits lie close
/// together, and who does not only for where to go next. Fewer loads than
/// static_ropes where neighbouring queries visit neighbouring nodes; more
/// sectors where they do not. For what static_ropes.h takes, but child lists.
#pragma once

#include <regtt/rt/core/static_ropes.h>

namespace regtt::rt {

struct SplitRopes {
  static constexpr const char *name = "split_ropes";
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  static constexpr bool takesSteps = true;
  template <int NumSlots> using Children = SplitRope<NumSlots>;

  /// Takes this worker's share of the queries: first, first + step, ...
  template <class Op, class Queries, class Worker>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, const NoStack &stack) {
    StaticRopes::run(op, queries, worker, stack);
  }
};

} // namespace regtt::rt
