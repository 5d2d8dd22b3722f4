/// What the engines have in common whose lanes go through the tree together.
#pragma once

#include <regtt/rt/core/target.h>
#include <regtt/rt/core/warp.h>

namespace regtt::rt {

/// `Engine` says by traverse(op, query, there, stack, warp) how a warp takes
/// its queries through the tree from the root, which is there; a lane that is
/// not `there` has the query of another.
template <class Engine> struct WarpEngine {
  static constexpr bool needsWarp = true;

  /// Takes this worker's share of the queries, a lane each.
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &stack) {
    const auto &warp = worker.warp;
    for (auto i = worker.first; i - unsigned(warp.lane()) < worker.last;
         i += worker.step) {
      const bool there = i < worker.last;
      auto query = queries.load(there ? i : worker.last - 1);
      Engine::traverse(op, query, there, stack, warp);
      if (there)
        queries.store(i, query.result());
    }
  }
};

} // namespace regtt::rt
