/// What engines have in common whose threads run short inner loops by
/// themselves and put long ones off (Li, Wu and Becchi 2015; Wu 2019, sections
/// 3.2 to 3.6). They differ in whose list these come to, and in who takes it:
///
///                       listed by       taken by
///   delayed_shared      block           the block itself
///   delayed_global      grid            a kernel behind it
///   dpar_naive          thread          a child of one block for each
///   dpar_opt            block           a child with a block for each
///   consolidated_warp   warp            \
///   consolidated_block  block            > a child of a fixed size
///   consolidated_grid   grid            /
///
/// A child is a grid that is launched on the device. Those beyond what CUDA
/// keeps waiting are not launched, and their parents do their work: launches
/// that the device refuses may keep a kernel from ever coming to an end (H200,
/// driver 580). How large those of a fixed size are goes by how many of their
/// kind shall fill the device (KC_X, section 3.5).
#pragma once

#include <regtt/rt/core/loop_lists.h>

namespace regtt::rt {

/// What a child runs.
template <class Traversal>
using ChildGrid = ListedLoops<consolidationOf<Traversal>.threads != 0
                                  ? consolidationOf<Traversal>.threads
                                  : 256>;

/// One turn of a block's threads, which have an iteration each.
template <class Op, class Queries, class Block> class Turn {
  using Iteration = BlockIteration<Op, Block>;

public:
  struct Shared {
    typename Iteration::Shared iteration;
    std::uint32_t listed;
    std::uint32_t list[Iteration::blockThreads];
  };

  REGTT_OP Turn(const Op &op, const Op &ownOp, const Queries &queries,
                const Block &block, LoopLists &lists)
      : block(block), lists(lists), op(op), ownOp(ownOp), queries(queries),
        shared(*static_cast<Shared *>(block.shared())) {}

  /// `i` is the thread's iteration, if `isLong` says that it is there and long;
  /// `first` the block's first one.
  REGTT_OP void set(std::uint32_t firstOfBlock, bool says) {
    first = firstOfBlock;
    isLong = says;
  }
  REGTT_OP std::uint32_t i() const { return first + block.thread(); }

  /// Lists the long ones of the block; returns how many, once all are there.
  REGTT_OP std::uint32_t listInBlock(std::uint32_t *list) const {
    if (block.thread() == 0)
      shared.listed = 0;
    block.sync();
    append(block.warp(), isLong, i(), shared.listed, list);
    block.sync();
    return shared.listed;
  }
  /// The same in memory that children see, and in the block's own.
  REGTT_OP std::uint32_t *ownList() const { return shared.list; }
  REGTT_OP std::uint32_t *blockList() const { return lists.iterations + first; }

  /// By this block, all of whose threads come.
  REGTT_OP void takeListed(const std::uint32_t *list,
                           std::uint32_t count) const {
    ListedLoops<Iteration::blockThreads>::takeListed(
        ownOp, queries, block, &shared.iteration, list, count, 0, 1);
  }
  /// By this thread.
  REGTT_OP void take() const { takeAlone(ownOp, queries, i()); }

  /// Launches a child for a list. Called by one thread, behind a meeting with
  /// those who listed.
  REGTT_OP bool launch(std::uint32_t *list, std::uint32_t count,
                       std::uint32_t blocks) const {
    const bool isLaunched =
        block.warp().add(lists.asked, 1) < lists.mostChildren &&
        block.template launch<ChildGrid<typename Op::Traversal>>(
            op, queries, count, list, blocks < count ? blocks : count);
    (void)block.warp().add(isLaunched ? lists.children : lists.refused, 1);
    return isLaunched;
  }
  /// Of how many blocks, where `usual` children shall fill the device.
  REGTT_OP std::uint32_t childBlocks(std::uint32_t usual) const {
    constexpr Consolidation asked = consolidationOf<typename Op::Traversal>;
    if constexpr (asked.blocks != 0)
      return asked.blocks;
    const std::uint32_t among = asked.concurrency ? asked.concurrency : usual;
    return lists.childBlocks > among ? lists.childBlocks / among : 1;
  }

  const Block &block;
  LoopLists &lists;
  bool isLong = false;

private:
  const Op &op;    ///< as the kernel has it
  const Op &ownOp; ///< the thread's
  const Queries &queries;
  Shared &shared;
  std::uint32_t first = 0;
};

/// `Engine` says by putOff(turn) what becomes of a turn's long inner loops, and
/// by finish(turn) what a block does at its end.
template <class Engine> struct PuttingOff : BlockEngine<Engine> {
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = blockThreads;
  static constexpr bool hasLists = true;
  /// An H200's block that folds in order is hardly faster than a thread before.
  template <class Traversal>
  static constexpr std::uint32_t longLoops = longFrom<Traversal, 256>;

  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    struct Any {};
    return sizeof(typename Turn<Op, Any, Block>::Shared);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    detail::OwnOperator<Op> ownOp = op;
    Turn<Op, Queries, Block> turn(op, ownOp, queries, block,
                                  *static_cast<LoopLists *>(memory));
    for (std::uint64_t first = std::uint64_t(block.number()) * blockThreads;
         first < count;
         first += std::uint64_t(block.numBlocks()) * blockThreads) {
      const std::uint64_t i = first + block.thread();
      turn.set(std::uint32_t(first),
               i < count && isLongOrTaken(ownOp, queries, std::uint32_t(i),
                                          longLoops<typename Op::Traversal>));
      Engine::putOff(turn);
    }
    Engine::finish(turn);
  }

  template <class Turn> REGTT_OP static void finish(const Turn &) {}
};

} // namespace regtt::rt
