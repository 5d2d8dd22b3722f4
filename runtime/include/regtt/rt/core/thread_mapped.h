/// Irregular nested loops with an iteration a thread (Li, Wu and Becchi 2015,
/// "thread mapping"; Wu 2019, section 3.2, "no-dp"): each thread runs its
/// iteration's inner loops by itself. Long ones hold up the warp that they are
/// in, and the threads' accesses of neighbours lie apart.
#pragma once

#include <regtt/rt/core/iteration_engine.h>

namespace regtt::rt {

struct ThreadMapped : IterationEngine<ThreadMapped> {
  static constexpr const char *name = "thread_mapped";

  template <class Op, class Query, class Stack>
  REGTT_OP static void traverse(const Op &op, Query &query, Stack &) {
    op.program(query);
  }
};

} // namespace regtt::rt
