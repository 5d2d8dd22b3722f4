/// Irregular nested loops whose iterations are first put into two queues, by
/// the length of their inner loops: those of one are taken by a thread each,
/// those of the other by a block each (Li, Wu and Becchi 2015, "dual queue").
/// The first blocks of the grid take the long ones, beside the others.
#pragma once

#include <regtt/rt/core/loop_lists.h>

namespace regtt::rt {

struct DualQueue : BlockEngine<DualQueue> {
  static constexpr const char *name = "dual_queue";
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = blockThreads;
  static constexpr bool hasLists = true;
  static constexpr unsigned longBlocks = 264; ///< ahead of the others
  template <class Traversal>
  static constexpr std::uint32_t longLoops = longFrom<Traversal, 256>;
  template <class> using Before = ListLoops<DualQueue, true>;

  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return ListedLoops<blockThreads>::template sharedBytes<Op, Block>();
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    const auto &lists = *static_cast<const LoopLists *>(memory);
    detail::OwnOperator<Op> ownOp = op;
    if (block.number() < longBlocks) {
      ListedLoops<blockThreads>::takeListed(
          ownOp, queries, block, block.shared(), lists.iterations,
          lists.numLong, block.number(), longBlocks);
      return;
    }
    const std::uint64_t step =
        std::uint64_t(block.numBlocks() - longBlocks) * blockThreads;
    for (std::uint64_t k =
             std::uint64_t(block.number() - longBlocks) * blockThreads +
             block.thread();
         k < lists.numShort; k += step)
      takeAlone(ownOp, queries, lists.iterations[count - 1 - k]);
  }
};

} // namespace regtt::rt
