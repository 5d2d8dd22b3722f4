/// Irregular nested loops whose inner loops are told apart by their length:
/// iterations with long ones are put on lists, which somebody else goes
/// through. What that takes of an operator: its begin() may run twice
/// (beginIsPure).
#pragma once

#include <regtt/rt/core/block_iteration.h>

#include <cstddef>
#include <cstdint>

namespace regtt::rt {

/// The one that a traversal asks for.
template <class Traversal>
inline constexpr Consolidation consolidationOf = Consolidation{};
template <class Traversal>
  requires requires { Traversal::consolidation; }
inline constexpr Consolidation consolidationOf<Traversal> =
    Traversal::consolidation;

/// From how many terms on an inner loop is long, where nothing is asked for.
template <class Traversal, std::uint32_t usual>
inline constexpr std::uint32_t longFrom =
    consolidationOf<Traversal>.longFrom != 0
        ? consolidationOf<Traversal>.longFrom
        : usual;

/// Iterations that are told apart, in memory that all blocks see, and what
/// becomes of them.
struct LoopLists {
  // Zeros when an engine's kernel begins.
  std::uint32_t numLong;    ///< listed from the front
  std::uint32_t numShort;   ///< listed from the back
  std::uint32_t blocksDone; ///< that have listed all of theirs
  std::uint32_t asked;      ///< children that were to be launched
  // Zeros when a call begins.
  std::uint32_t children; ///< that were launched
  std::uint32_t refused;  ///< that were not: too many wait
  // Said by the host.
  std::uint32_t mostChildren; ///< of one kernel
  std::uint32_t childBlocks;  ///< of children, that fill the device

  std::uint32_t iterations[1]; ///< [count of all]

  static constexpr std::size_t countsBytes = 4 * sizeof(std::uint32_t);
  static constexpr std::size_t headerBytes = 8 * sizeof(std::uint32_t);
  static constexpr std::size_t bytes(std::size_t count) {
    return headerBytes + count * sizeof(std::uint32_t);
  }
};

/// How much memory an engine has that `hasLists`, for `count` iterations: its
/// first `LoopLists::countsBytes` are zeros when its kernel begins; all of it
/// is at first, where the engine `leavesZeros` there.
template <class Engine, class Traversal>
constexpr std::size_t listBytes(std::size_t count) {
  if constexpr (requires { Engine::template listBytes<Traversal>(count); })
    return Engine::template listBytes<Traversal>(count);
  else
    return LoopLists::bytes(count);
}

/// Puts the iterations of those lanes that `say` so on a list: its number,
/// which is `i`, at list[count] and behind, or before, if it goes `down`.
template <class Warp>
REGTT_OP void append(const Warp &warp, bool says, std::uint32_t i,
                     std::uint32_t &count, std::uint32_t *list,
                     bool down = false) {
  const LaneMask lanes = warp.vote(says);
  if (lanes == 0)
    return;
  std::uint32_t at = 0;
  if (warp.lane() == 0)
    at = warp.add(count, std::uint32_t(popcount(lanes)));
  at = warp.from(0, at);
  const LaneMask below = lanes & ((LaneMask{1} << warp.lane()) - 1);
  at += std::uint32_t(popcount(below));
  if (says)
    *(down ? list - at : list + at) = i;
}

/// Runs iteration `i` by one thread, unless its inner loop has `longFrom` terms
/// or more: then it returns true.
template <class Op, class Queries>
REGTT_OP bool isLongOrTaken(const Op &op, const Queries &queries,
                            std::uint32_t i, std::uint64_t longFrom) {
  using Types = InnerTypes<typename Op::Traversal>;
  auto query = queries.load(i);
  typename Types::Frame frame{};
  typename Types::Bounds bounds{};
  const bool comes = op.begin(query, frame, bounds);
  const std::uint64_t size = comes ? bounds.size() : 0;
  if (size >= longFrom)
    return true;
  foldByItself(op, i, query, frame, bounds.first, size);
  if (comes)
    op.end(query, frame);
  queries.store(i, query.result());
  return false;
}

/// The same of any length.
template <class Op, class Queries>
REGTT_OP void takeAlone(const Op &op, const Queries &queries, std::uint32_t i) {
  (void)isLongOrTaken(op, queries, i, ~std::uint64_t{0});
}

/// Lists the iterations whose inner loops are long, and on request the others,
/// ahead of an engine that goes through the lists.
template <class Engine, bool listsShort>
struct ListLoops : BlockEngine<ListLoops<Engine, listsShort>> {
  static constexpr const char *name = Engine::name;
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = blockThreads;
  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return 0;
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    using Types = InnerTypes<typename Op::Traversal>;
    auto &lists = *static_cast<LoopLists *>(memory);
    // Several at a time, so that their accesses to memory overlap.
    constexpr unsigned together = 4;
    const std::uint64_t step = std::uint64_t(block.numBlocks()) * blockThreads;
    for (std::uint64_t first = std::uint64_t(block.number()) * blockThreads;
         first < count; first += together * step) {
      const std::uint64_t i = first + block.thread();
      std::uint64_t sizes[together];
      REGTT_UNROLL
      for (unsigned u = 0; u < together; ++u) {
        const std::uint64_t turn = i + u * step;
        auto query = queries.load(std::uint32_t(turn < count ? turn : 0));
        typename Types::Frame frame{};
        typename Types::Bounds bounds{};
        sizes[u] = op.begin(query, frame, bounds) ? bounds.size() : 0;
      }
      REGTT_UNROLL
      for (unsigned u = 0; u < together; ++u) {
        const std::uint64_t turn = i + u * step;
        const bool isLong =
            sizes[u] >= Engine::template longLoops<typename Op::Traversal>;
        append(block.warp(), turn < count && isLong, std::uint32_t(turn),
               lists.numLong, lists.iterations);
        if constexpr (listsShort)
          append(block.warp(), turn < count && !isLong, std::uint32_t(turn),
                 lists.numShort, lists.iterations + (count - 1), true);
      }
    }
  }
};

/// Goes through such a list, a block an iteration. `count`: how many there are.
template <unsigned Threads>
struct ListedLoops : BlockEngine<ListedLoops<Threads>> {
  static constexpr const char *name = "listed_loops";
  static constexpr unsigned blockThreads = Threads;
  static constexpr unsigned iterationsPerBlock = 1;
  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return sizeof(typename BlockIteration<Op, Block, Threads>::Shared);
  }

  /// `memory`: their numbers.
  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    detail::OwnOperator<Op> ownOp = op;
    takeListed(ownOp, queries, block, block.shared(),
               static_cast<const std::uint32_t *>(memory), count,
               block.number(), block.numBlocks());
  }

  /// Those of one block: `first`, `first` + `step`, ...
  template <class Op, class Queries, class Block>
  REGTT_OP static void
  takeListed(const Op &op, const Queries &queries, const Block &block,
             void *shared, const std::uint32_t *list, std::uint32_t count,
             unsigned first, unsigned step) {
    using Iteration = BlockIteration<Op, Block, Threads>;
    auto &memory = *static_cast<typename Iteration::Shared *>(shared);
    for (std::uint64_t k = first; k < count; k += step)
      Iteration(op, block, memory).run(queries, list[k]);
  }
};

/// The same of all that are long once the kernel before has listed them, by as
/// many blocks as the device has room for at a time.
template <unsigned Threads> struct AllListedLoops : ListedLoops<Threads> {
  static constexpr const char *name = "all_listed_loops";

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries, std::uint32_t,
                           const Block &block, void *memory) {
    auto &lists = *static_cast<LoopLists *>(memory);
    ListedLoops<Threads>::run(op, queries, lists.numLong, block,
                              lists.iterations);
  }
};

} // namespace regtt::rt
