/// Irregular nested loops with an iteration a block (Li, Wu and Becchi 2015,
/// "block mapping"): its threads compute the terms of the inner loop side by
/// side; one folds them, or, where they may be regrouped, each a part.
#pragma once

#include <regtt/rt/core/inner_terms.h>

namespace regtt::rt {

struct BlockMapped : BlockEngine<BlockMapped> {
  static constexpr const char *name = "block_mapped";
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = 1;

  template <class Traversal> struct Shared {
    using Types = InnerTypes<Traversal>;
    typename Types::Frame frame;
    typename Types::Frame parts[blockThreads / unsigned(warpSize)];
    typename Types::Outer outer;
    typename Types::Counter first;
    typename Traversal::Query query;
    std::uint64_t size;
    TermTile<typename Types::Term, Types::tileSize> tile;
  };
  template <class Traversal> static constexpr std::size_t sharedBytes() {
    return sizeof(Shared<Traversal>);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block) {
    auto &shared =
        *static_cast<Shared<typename Op::Traversal> *>(block.shared());
    for (std::uint64_t i = block.number(); i < count; i += block.numBlocks())
      iteration(op, queries, std::uint32_t(i), block, shared);
  }

private:
  template <class Op, class Queries, class Block, class Shared>
  REGTT_OP static void iteration(const Op &op, const Queries &queries,
                                 std::uint32_t i, const Block &block,
                                 Shared &shared) {
    using Types = typename Shared::Types;
    const bool isFirst = block.thread() == 0;
    bool comes = false;
    if (isFirst) {
      auto query = queries.load(i);
      typename Types::Bounds bounds{};
      comes = op.begin(query, shared.frame, bounds);
      shared.size = comes ? bounds.size() : 0;
      shared.first = bounds.first;
      if (comes)
        op.outer(query, shared.frame, shared.outer);
      shared.query = query;
    }
    block.sync();
    if constexpr (Op::Traversal::folds && Op::Traversal::regroups)
      regrouped(op, block, shared);
    else
      ordered(op, block, shared);
    if (isFirst) {
      if (comes)
        op.end(shared.query, shared.frame);
      queries.store(i, shared.query.result());
    }
    block.sync();
  }

  template <class Op, class Block, class Shared>
  REGTT_OP static void regrouped(const Op &op, const Block &block,
                                 Shared &shared) {
    using Types = typename Shared::Types;
    typename Types::Frame part = shared.frame;
    op.identity(part);
    for (std::uint64_t k = block.thread(); k < shared.size; k += blockThreads) {
      const auto e = Types::Bounds::at(shared.first, k);
      typename Types::Term term;
      op.term(shared.outer, e, term);
      op.fold(shared.query, part, e, term);
    }
    mergeLanes(op, block.warp(), part);
    if (block.warp().lane() == 0)
      shared.parts[block.thread() / unsigned(warpSize)] = part;
    block.sync();
    if (block.thread() == 0)
      for (const typename Types::Frame &each : shared.parts)
        op.merge(shared.frame, each);
  }

  template <class Op, class Block, class Shared>
  REGTT_OP static void ordered(const Op &op, const Block &block,
                               Shared &shared) {
    using Types = typename Shared::Types;
    for (std::uint64_t base = 0; base < shared.size; base += Types::tileSize) {
      const std::uint64_t left = shared.size - base;
      const unsigned n =
          unsigned(left < Types::tileSize ? left : Types::tileSize);
      for (unsigned k = block.thread(); k < n; k += blockThreads) {
        typename Types::Term term;
        op.term(shared.outer, Types::Bounds::at(shared.first, base + k), term);
        if constexpr (Op::Traversal::folds)
          shared.tile[k] = term;
      }
      if constexpr (Op::Traversal::folds) {
        block.sync();
        if (block.thread() == 0) {
          typename Types::Frame frame = shared.frame;
          for (unsigned k = 0; k < n; ++k)
            op.fold(shared.query, frame,
                    Types::Bounds::at(shared.first, base + k), shared.tile[k]);
          shared.frame = frame;
        }
        block.sync();
      }
    }
  }
};

} // namespace regtt::rt
