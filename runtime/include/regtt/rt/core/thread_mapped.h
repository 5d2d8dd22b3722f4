/// Irregular nested loops with an iteration a thread (Li, Wu and Becchi 2015,
/// "thread mapping"; Wu 2019, section 3.2, "no-dp"): each thread runs its
/// iteration's inner loops by itself. Long ones hold up the warp that they are
/// in, and the threads' accesses of neighbours lie apart.
#pragma once

#include <regtt/rt/core/iteration_engine.h>
#include <regtt/rt/core/loop_lengths.h>

namespace regtt::rt {

struct ThreadMapped : IterationEngine<ThreadMapped> {
  static constexpr const char *name = "thread_mapped";

  /// Threads are best by themselves where the lanes of a warp have little to
  /// wait for each other: 3, 4 and 8 terms each take an H200 0.21, 1.10 and
  /// 0.26 ms, and 0.40, 1.16 and 0.28 by `stream`; 16 take 0.28, and 0.26. A
  /// thread takes 68 ns a term where it is the last one.
  static Fit fit(const LoopLengths &lengths) {
    if (lengths.inStep <= 8 * lengths.loops && lengths.longest <= 64)
      return Fit::Best;
    return lengths.inStep >= 8 * lengths.terms && lengths.longest > 512
               ? Fit::Hopeless
               : Fit::Possible;
  }

  template <class Op, class Query, class Stack>
  REGTT_OP static void traverse(const Op &op, Query &query, Stack &) {
    op.program(query);
  }
};

} // namespace regtt::rt
