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

#include <regtt/rt/core/block_iteration.h>
#include <regtt/rt/core/stream_turn.h>

namespace regtt::rt {

struct Stream : BlockEngine<Stream> {
  static constexpr const char *name = "stream";
  static constexpr int rankInOrder = 0; ///< best, whatever the lengths
  static constexpr bool runsInStep = false;
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = blockThreads;
  /// More threads at a time, with fewer registers each, are no faster: on an
  /// H200 gathers are bound by its L2 cache.
  static constexpr unsigned fewestBlocks = 4;

  /// Blocks ahead of the others, for long inner loops.
  static constexpr unsigned longBlocks = 264;
  /// From how many terms on an inner loop is long.
  static constexpr std::uint64_t longFrom = 2048;

  /// The iterations with long inner loops; nothing where begin() has effects.
  struct LongList {
    std::uint32_t count;
    std::uint32_t iterations[1]; ///< [count], as many as there are
  };
  template <class Traversal>
  static constexpr bool findsLong = Traversal::beginIsPure;
  static constexpr std::size_t listBytes(std::size_t count) {
    return (count + 1) * sizeof(std::uint32_t);
  }

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

  /// Adds the iterations of one thread that are long: first, first + step, ...
  /// append(list, i) may be called by several at once.
  template <class Op, class Queries, class Append>
  REGTT_OP static void inspect(const Op &op, const Queries &queries,
                               std::uint64_t first, std::uint64_t count,
                               std::uint64_t step, const Append &append) {
    using Types = InnerTypes<typename Op::Traversal>;
    for (std::uint64_t i = first; i < count; i += step) {
      auto query = queries.load(std::uint32_t(i));
      typename Types::Frame frame{};
      typename Types::Bounds bounds{};
      if (op.begin(query, frame, bounds) && bounds.size() >= longFrom)
        append(std::uint32_t(i));
    }
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    using Iteration = BlockIteration<Op, Block>;
    using Turn = StreamTurn<Op, Block>;
    using Traversal = typename Op::Traversal;
    detail::OwnOperator<Op> ownOp = op;
    unsigned number = block.number(), numBlocks = block.numBlocks();
    if constexpr (findsLong<Traversal>) {
      if (number < longBlocks) {
        const auto &list = *static_cast<const LongList *>(memory);
        auto &shared =
            *static_cast<typename Iteration::Shared *>(block.shared());
        for (std::uint32_t k = number; k < list.count; k += longBlocks)
          Iteration(ownOp, block, shared).run(queries, list.iterations[k]);
        return;
      }
      number -= longBlocks;
      numBlocks -= longBlocks;
    }
    auto *const shared = static_cast<typename Turn::Shared *>(block.shared());
    const unsigned warp = block.thread() / unsigned(warpSize);
    const std::uint64_t longest =
        findsLong<Traversal> ? longFrom : ~std::uint64_t{0};
    for (std::uint64_t first =
             std::uint64_t(number) * blockThreads + warp * unsigned(warpSize);
         first < count; first += std::uint64_t(numBlocks) * blockThreads)
      Turn(ownOp, block.warp(), shared[warp])
          .take(queries, std::uint32_t(first), count, longest);
  }
};

} // namespace regtt::rt
