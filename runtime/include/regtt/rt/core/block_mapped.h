/// Irregular nested loops with an iteration a block (Li, Wu and Becchi 2015,
/// "block mapping"): its threads compute the terms of the inner loop side by
/// side; one folds them, or, where they may be regrouped, each a part.
#pragma once

#include <regtt/rt/core/block_iteration.h>

namespace regtt::rt {

struct BlockMapped : BlockEngine<BlockMapped> {
  static constexpr const char *name = "block_mapped";
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = 1;

  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return sizeof(typename BlockIteration<Op, Block>::Shared);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block, void *) {
    using Iteration = BlockIteration<Op, Block>;
    detail::OwnOperator<Op> ownOp = op;
    auto &shared = *static_cast<typename Iteration::Shared *>(block.shared());
    for (std::uint64_t i = block.number(); i < count; i += block.numBlocks())
      Iteration(ownOp, block, shared).run(queries, std::uint32_t(i));
  }
};

} // namespace regtt::rt
