/// Irregular nested loops with an iteration a thread, whose inner loop goes in
/// tiles: the terms of one are computed first, which the compiler may do side
/// by side, and then folded in their order.
#pragma once

#include <regtt/rt/core/inner_terms.h>
#include <regtt/rt/core/iteration_engine.h>

namespace regtt::rt {

struct Tiled : IterationEngine<Tiled> {
  static constexpr const char *name = "tiled";

  template <class Op, class Query, class Stack>
  REGTT_OP static void traverse(const Op &op, Query &query, Stack &) {
    using Types = InnerTypes<typename Op::Traversal>;
    constexpr unsigned tileSize = 64;
    typename Types::Frame frame{};
    typename Types::Bounds bounds{};
    if (!op.begin(query, frame, bounds))
      return;
    typename Types::Outer outer{};
    op.outer(query, frame, outer);
    const std::uint64_t size = bounds.size();
    typename Types::Term tile[tileSize];
    for (std::uint64_t base = 0; base < size; base += tileSize) {
      const unsigned n =
          unsigned(size - base < tileSize ? size - base : tileSize);
      for (unsigned k = 0; k < n; ++k)
        op.term(outer, Types::Bounds::at(bounds.first, base + k), tile[k]);
      if constexpr (Op::Traversal::folds)
        for (unsigned k = 0; k < n; ++k)
          op.fold(query, frame, Types::Bounds::at(bounds.first, base + k),
                  tile[k]);
    }
    op.end(query, frame);
  }
};

} // namespace regtt::rt
