/// Irregular nested loops with an iteration a warp (Li, Wu and Becchi 2015,
/// "warp mapping"): the lanes compute the terms of its inner loop side by side.
/// What is folded in order the first lane folds, each term handed to it.
#pragma once

#include <regtt/rt/core/inner_terms.h>
#include <regtt/rt/core/warp.h>

namespace regtt::rt {

struct WarpMapped {
  static constexpr const char *name = "warp_mapped";
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = true;
  static constexpr bool sharesTerms = true;
  template <int> using Children = ChildList; ///< of no node

  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &) {
    const auto &warp = worker.warp;
    detail::OwnOperator<Op> ownOp = op;
    const auto numWarps = worker.step / unsigned(warpSize);
    for (auto i = worker.first / unsigned(warpSize); i < worker.last;
         i += numWarps)
      iteration(ownOp, queries, i, warp);
  }

private:
  template <class Op, class Queries, class Number, class Warp>
  REGTT_OP static void iteration(const Op &op, const Queries &queries, Number i,
                                 const Warp &warp) {
    using Traversal = typename Op::Traversal;
    using Types = InnerTypes<Traversal>;
    const bool isFirst = warp.lane() == 0;
    auto query = queries.load(i);
    typename Types::Frame frame{};
    typename Types::Bounds bounds{};
    typename Types::Outer outer{};
    // It may change elements: once.
    bool comes = false;
    if (isFirst && (comes = op.begin(query, frame, bounds)))
      op.outer(query, frame, outer);
    if (warp.vote(comes) != 0) {
      const std::uint64_t size =
          fromLane(warp, 0, comes ? bounds.size() : std::uint64_t(0));
      const typename Types::Counter first = fromLane(warp, 0, bounds.first);
      outer = fromLane(warp, 0, outer);
      frame = fromLane(warp, 0, frame);
      if constexpr (Traversal::folds && Traversal::regroups)
        regrouped(op, i, query, warp, frame, first, size, outer);
      else
        ordered(op, i, query, warp, frame, first, size, outer);
      if (isFirst)
        op.end(query, frame);
    }
    if (isFirst)
      queries.store(i, query.result());
    warp.sync();
  }

  template <class Op, class Query, class Warp, class Frame, class Counter,
            class Outer>
  REGTT_OP static void regrouped(const Op &op, std::uint64_t turn,
                                 const Query &query, const Warp &warp,
                                 Frame &frame, Counter first,
                                 std::uint64_t size, const Outer &outer) {
    using Types = InnerTypes<typename Op::Traversal>;
    const auto all = fromLane(warp, 0, query);
    Frame part = frame;
    op.identity(part);
    for (std::uint64_t k = unsigned(warp.lane()); k < size;
         k += unsigned(warpSize)) {
      typename Types::Term term;
      detail::runTerm(op, turn, k, outer, Types::Bounds::at(first, k), term);
      op.fold(all, part, Types::Bounds::at(first, k), term);
    }
    mergeLanes(op, warp, part);
    op.merge(frame, part); // of the first lane alone it matters
  }

  template <class Op, class Query, class Warp, class Frame, class Counter,
            class Outer>
  REGTT_OP static void ordered(const Op &op, std::uint64_t turn,
                               const Query &query, const Warp &warp,
                               Frame &frame, Counter first, std::uint64_t size,
                               const Outer &outer) {
    using Types = InnerTypes<typename Op::Traversal>;
    for (std::uint64_t base = 0; base < size; base += unsigned(warpSize)) {
      const std::uint64_t k = base + unsigned(warp.lane());
      typename Types::Term term{};
      if (k < size)
        detail::runTerm(op, turn, k, outer, Types::Bounds::at(first, k), term);
      if constexpr (Op::Traversal::folds) {
        const int n =
            size - base < unsigned(warpSize) ? int(size - base) : warpSize;
        // It may change elements, too: one lane does.
        for (int lane = 0; lane < n; ++lane) {
          const auto next = fromLane(warp, lane, term);
          if (warp.lane() == 0)
            op.fold(query, frame,
                    Types::Bounds::at(first, base + unsigned(lane)), next);
        }
      }
    }
  }
};

} // namespace regtt::rt
