/// Irregular nested loops, a warp for as many iterations as it has lanes: they
/// compute the terms of all inner loops side by side into shared memory, and
/// each lane folds those of its own iteration, in their order (Greathouse and
/// Daga 2014, "CSR-Stream", of any loop). Memory is read in the order in which
/// it lies, whatever the lengths of the inner loops, and the results are those
/// of the serial loop.
///
/// Long inner loops, which would hold a warp up, are found ahead of all, and
/// the first blocks of the grid take one after the other, a block each.
#pragma once

#include <regtt/rt/core/loop_lengths.h>
#include <regtt/rt/core/loop_lists.h>
#include <regtt/rt/core/stream_turn.h>

namespace regtt::rt {

struct Stream : BlockEngine<Stream> {
  static constexpr const char *name = "stream";
  static constexpr int rankInOrder = 0; ///< best, whatever the lengths
  static constexpr bool runsInStep = false;
  static Fit fit(const LoopLengths &) { return Fit::Best; }
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = blockThreads;
  /// More threads at a time, with fewer registers each, are no faster: on an
  /// H200 gathers are bound by its L2 cache.
  static constexpr unsigned fewestBlocks = 4;

  /// Blocks ahead of the others, for long inner loops.
  static constexpr unsigned longBlocks = 264;
  /// From how many terms on an inner loop is long.
  template <class Traversal> static constexpr std::uint32_t longLoops = 2048;

  static constexpr bool hasLists = true, leavesZeros = true;
  /// Nobody finds them where begin() has effects.
  template <class Traversal>
  static constexpr bool findsLong = Traversal::beginIsPure;
  template <class Traversal>
  using Before =
      std::conditional_t<findsLong<Traversal>, ListLoops<Stream, false>, void>;

private:
  static constexpr unsigned numWarps = blockThreads / unsigned(warpSize);
  template <class Op, class Block> union Shared {
    typename BlockIteration<Op, Block>::Shared block;
    typename StreamTurn<Op, Block>::Shared warps[numWarps];
  };

public:
  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return sizeof(Shared<Op, Block>);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    using Turn = StreamTurn<Op, Block>;
    using Traversal = typename Op::Traversal;
    detail::OwnOperator<Op> ownOp = op;
    unsigned number = block.number(), numBlocks = block.numBlocks();
    if constexpr (findsLong<Traversal>) {
      if (number < longBlocks) {
        auto &lists = *static_cast<LoopLists *>(memory);
        ListedLoops<blockThreads>::takeListed(
            ownOp, queries, block, block.shared(), lists.iterations,
            lists.numLong, number, longBlocks);
        block.sync();
        if (block.thread() == 0 &&
            block.warp().add(lists.blocksDone, 1) + 1 == longBlocks)
          lists.numLong = lists.blocksDone = 0;
        return;
      }
      number -= longBlocks;
      numBlocks -= longBlocks;
    }
    auto *const shared = static_cast<typename Turn::Shared *>(block.shared());
    const unsigned warp = block.thread() / unsigned(warpSize);
    const std::uint64_t longest =
        findsLong<Traversal> ? longLoops<Traversal> : ~std::uint64_t{0};
    for (std::uint64_t first =
             std::uint64_t(number) * blockThreads + warp * unsigned(warpSize);
         first < count; first += std::uint64_t(numBlocks) * blockThreads)
      Turn(ownOp, block.warp(), shared[warp])
          .take(queries, std::uint32_t(first), count, longest);
  }
};

} // namespace regtt::rt
