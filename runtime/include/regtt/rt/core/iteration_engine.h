/// What engines have in common that run an iteration of a loop without a
/// traversal in one thread.
#pragma once

#include <regtt/rt/core/in_order.h>
#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>

namespace regtt::rt {

/// `Engine` says by traverse(op, query, stack) how a thread runs an iteration.
template <class Engine> struct IterationEngine {
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  template <int> using Children = ChildList; ///< of no node

  /// Takes this worker's share of the iterations: first, first + step, ...
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &stack) {
    // Copies, whose addresses nobody has, stay in registers.
    const Op ownOp = op;
    const Queries own = queries;
    detail::withSinks(ownOp, [&] {
      for (auto i = worker.first; i < worker.last; i += worker.step) {
        auto query = own.load(i);
        detail::eachInOrder(
            ownOp, [&](auto, const auto &array) { array.beginIteration(i); });
        Engine::traverse(ownOp, query, stack);
        own.store(i, query.result());
        detail::eachInOrder(
            ownOp, [&](auto, const auto &array) { array.endIteration(i); });
      }
    });
  }
};

} // namespace regtt::rt
