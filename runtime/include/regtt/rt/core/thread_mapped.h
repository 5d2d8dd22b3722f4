/// Irregular nested loops with an iteration a thread (Li, Wu and Becchi 2015,
/// "thread mapping"; Wu 2019, section 3.2, "no-dp"): each thread runs its
/// iteration's inner loops by itself. Long ones hold up the warp that they are
/// in, and the threads' accesses of neighbours lie apart.
#pragma once

#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>

namespace regtt::rt {

struct ThreadMapped {
  static constexpr const char *name = "thread_mapped";
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  template <int> using Children = ChildList; ///< of no node

  template <class Op, class Query, class Stack>
  REGTT_OP static void traverse(const Op &op, Query &query, Stack &) {
    op.program(query);
  }

  /// Takes this worker's share of the iterations: first, first + step, ...
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &stack) {
    // Copies, whose addresses nobody has, stay in registers.
    const Op ownOp = op;
    const Queries own = queries;
    for (auto i = worker.first; i < worker.last; i += worker.step) {
      auto query = own.load(i);
      traverse(ownOp, query, stack);
      own.store(i, query.result());
    }
  }
};

} // namespace regtt::rt
