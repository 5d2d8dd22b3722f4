/// What one CUDA thread does, as templates over a thread context, so that the
/// same code runs in a kernel and, lane by lane, in tests on a host. No CUDA
/// call is made here; memory and launch shapes come from launch.cuh.
///
/// A context offers thread() and numThreads() (in the grid), threadInBlock(),
/// blockThreads() and shared() (the block's dynamic shared memory); for engines
/// that work warp by warp also ballot(), shfl(), least() and syncwarp(), and
/// for those that work block by block syncBlock(), anyInBlock(), add(),
/// publish() and launch() (core/block.h).
#pragma once

#include <regtt/rt/core/block.h>
#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/history.h>
#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/stragglers.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/warp.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt::cuda {

/// The queries of one launch, in device memory.
template <class Query> struct QueryArrays {
  const Query *queries;            ///< [count]
  typename Query::Result *results; ///< [count]
  /// [count] the query that has a turn; null: each at its own.
  const std::uint32_t *order = nullptr;

  REGTT_OP Query load(std::uint32_t turn) const {
    return loadRecord(queries + at(turn));
  }
  REGTT_OP void store(std::uint32_t turn,
                      const typename Query::Result &result) const {
    results[at(turn)] = result;
  }

protected:
  REGTT_OP std::uint32_t at(std::uint32_t turn) const {
    return order ? loadNumber(order + turn) : turn;
  }
};

/// The same, where stragglers are given up (core/stragglers.h).
template <class Query> struct WatchedQueries : QueryArrays<Query> {
  StragglerWatch watch;

  /// Those of one thread's turn, who learns how many visits its query had.
  struct Turn {
    const WatchedQueries &queries;
    std::uint32_t &visits;

    REGTT_OP WatchedQuery<Query> load(std::uint32_t turn) const {
      return {queries.QueryArrays<Query>::load(turn)};
    }
    REGTT_OP void
    store(std::uint32_t turn,
          const typename WatchedQuery<Query>::Result &result) const {
      if (result.isGivenUp) {
        queries.watch.tell(result.visits, queries.at(turn));
      } else {
        visits = result.visits;
        queries.QueryArrays<Query>::store(turn, result.result);
      }
    }
  };
};

/// The same, where it is only asked where they go (core/inspect.h).
template <class Query> struct InspectedQueries {
  const Query *queries; ///< [count]
  PlaceKey *keys;       ///< [count]
  std::uint32_t *order; ///< [count] each query's own number
  TreeTop top;

  REGTT_OP Query load(std::uint32_t i) const { return loadRecord(queries + i); }
  REGTT_OP LeafNames key(std::uint32_t) const { return LeafNames(top); }
  REGTT_OP void mark(std::uint32_t i, const LeafNames &key) const {
    keys[i] = key.get();
    order[i] = i;
  }
};

/// The same, where keys are of several words (core/history.h).
template <class Query> struct RecordedQueries {
  const Query *queries; ///< [count]
  PlaceKey *words;      ///< [numWords][count]
  std::uint32_t *order; ///< [count] each query's own number
  TreeTop top;
  unsigned numWords;
  std::uint32_t count;

  REGTT_OP Query load(std::uint32_t i) const { return loadRecord(queries + i); }
  REGTT_OP VisitHistory key(std::uint32_t i) const {
    return {words + i, count, numWords};
  }
  REGTT_OP void mark(std::uint32_t i, VisitHistory &key) const {
    key.finish();
    order[i] = i;
  }
};

/// The same, where they visit the top of the tree and are handed over
/// (core/hand_over.h).
template <class Query> struct TopQueries {
  Query *queries;       ///< [count] overwritten by what visits made of them
  PlaceKey *keys;       ///< [count]
  std::uint32_t *order; ///< [count] each query's own number
  TreeTop top;
  RestArrays rests; ///< [count]

  REGTT_OP Query load(std::uint32_t i) const { return queries[i]; }
  REGTT_OP void keep(std::uint32_t i, const Query &query, PlaceKey key) const {
    queries[i] = query;
    keys[i] = key;
    order[i] = i;
  }
};

/// Queries that go on where TopQueries left them.
template <class Query> struct RestQueries : QueryArrays<Query> {
  RestArrays rests; ///< [count]

  REGTT_OP Rest rest(std::uint32_t turn) const {
    return {rests, this->at(turn)};
  }
};

/// The warp of a thread, all of whose lanes are there (see core/warp.h).
template <class Context> class Warp {
public:
  REGTT_OP explicit Warp(const Context &context) : context(context) {}

  REGTT_OP int lane() const {
    return static_cast<int>(context.threadInBlock() % warpSize);
  }
  REGTT_OP LaneMask vote(bool said) const { return context.ballot(all, said); }
  template <class T> REGTT_OP T from(int lane, T value) const {
    return context.shfl(all, value, lane);
  }
  REGTT_OP std::uint32_t least(std::uint32_t value) const {
    return context.least(all, value);
  }
  REGTT_OP void sync() const { context.syncwarp(all); }
  REGTT_OP std::uint32_t add(std::uint32_t &to, std::uint32_t by) const {
    return context.add(to, by);
  }

private:
  static constexpr LaneMask all = ~LaneMask{0};
  const Context &context;
};

/// The block of a thread, all of whose threads are there (see core/block.h).
template <class Context> class Block {
public:
  REGTT_OP explicit Block(const Context &context)
      : context(context), ownWarp(context) {}

  REGTT_OP unsigned thread() const { return context.threadInBlock(); }
  REGTT_OP unsigned threads() const { return context.blockThreads(); }
  REGTT_OP unsigned number() const {
    return context.thread() / context.blockThreads();
  }
  REGTT_OP unsigned numBlocks() const {
    return context.numThreads() / context.blockThreads();
  }
  REGTT_OP void *shared() const { return context.shared(); }
  REGTT_OP void sync() const { context.syncBlock(); }
  REGTT_OP bool any(bool said) const { return context.anyInBlock(said); }
  REGTT_OP const Warp<Context> &warp() const { return ownWarp; }
  REGTT_OP void publish() const { context.publish(); }
  template <class Child, class Op, class Queries>
  REGTT_OP bool launch(const Op &op, const Queries &queries,
                       std::uint32_t count, void *memory,
                       unsigned blocks) const {
    return context.template launch<Child>(op, queries, count, memory, blocks);
  }

private:
  const Context &context;
  const Warp<Context> ownWarp;
};

/// Whether an engine works block by block (core/block.h).
template <class Engine> constexpr bool needsBlock() {
  if constexpr (requires { Engine::needsBlock; })
    return Engine::needsBlock;
  else
    return false;
}

/// One thread's share of the queries, interleaved with its neighbours'. An
/// engine that works warp by warp loops until the warp's first lane is done.
template <class Context> struct Worker {
  std::uint32_t first, last, step;
  Warp<Context> warp;
};

/// Where deferred ropes lie; `entries` for each thread, or for each warp. For
/// an engine that works by blocks, memory of its own.
struct StackSpace {
  void *memory; ///< global memory, or null for shared
  std::uint32_t entries;
};

/// One stack a thread, columns side by side: entry e of all threads, then entry
/// e + 1; first all arguments, then all links.
template <class Traversal> struct ThreadStacks {
  using Args = StackValues<Traversal>;

  static std::size_t entries(const Order &order) {
    return stackEntries<Traversal>(order);
  }
  /// Of `threads` stacks.
  static constexpr std::size_t bytes(std::size_t entries, std::size_t threads) {
    const std::size_t args = std::is_empty_v<Args> ? 0 : sizeof(Args);
    return entries * threads * (args + sizeof(Link));
  }
  template <class Index>
  REGTT_OP static InterleavedStack<Args, Index>
  at(void *memory, Index entries, Index thread, Index threads) {
    Args *args = static_cast<Args *>(memory);
    Link *links = static_cast<Link *>(memory);
    if constexpr (!std::is_empty_v<Args>)
      links = reinterpret_cast<Link *>(args + entries * threads);
    if constexpr (!std::is_empty_v<Args>)
      args += thread;
    return {links + thread, args, threads};
  }
};

/// One stack a warp, each in a piece.
template <class Traversal, int NumMasks> struct WarpStacks {
  using Stack = WarpStack<Traversal, NumMasks>;

  static std::size_t entries(const Order &order) {
    return warpStackEntries<Traversal>(order.depth);
  }
  static constexpr std::size_t bytes(std::size_t entries, std::size_t threads) {
    return threads / warpSize * Stack::bytes(entries);
  }
  template <class Index>
  REGTT_OP static Stack at(void *memory, Index entries, Index thread, Index) {
    return {static_cast<char *>(memory) +
                thread / warpSize * Stack::bytes(entries),
            entries};
  }
};

/// The stacks of an engine that keeps any.
template <class Engine, class Traversal, StackKind = Engine::stackKind>
struct StacksOf {
  using type = ThreadStacks<Traversal>;
};
template <class Engine, class Traversal>
struct StacksOf<Engine, Traversal, StackKind::PerWarp> {
  using type = WarpStacks<Traversal, Engine::template numMasks<Traversal>>;
};

template <class Engine>
inline constexpr bool keepsStacks = Engine::stackKind == StackKind::PerQuery ||
                                    Engine::stackKind == StackKind::PerWarp;

/// Stacks in the block's shared memory.
struct SharedStacks {
  template <class Engine, class Traversal, class Context>
  REGTT_OP static auto make(const StackSpace &space, const Context &context) {
    return StacksOf<Engine, Traversal>::type::at(
        context.shared(), space.entries, context.threadInBlock(),
        context.blockThreads());
  }
};

/// Stacks in global memory, for all threads of the grid.
struct GlobalStacks {
  template <class Engine, class Traversal, class Context>
  REGTT_OP static auto make(const StackSpace &space, const Context &context) {
    return StacksOf<Engine, Traversal>::type::template at<std::size_t>(
        space.memory, space.entries, context.thread(), context.numThreads());
  }
};

/// The topmost entries of a stack in the block's shared memory, the others in
/// global memory.
struct RingStacks {
  static constexpr std::uint32_t room = 8;

  template <class Engine, class Traversal, class Context>
  REGTT_OP static auto make(const StackSpace &space, const Context &context) {
    using Stacks = ThreadStacks<Traversal>;
    return RingStack<StackValues<Traversal>, room>(
        Stacks::at(context.shared(), room, context.threadInBlock(),
                   context.blockThreads()),
        Stacks::template at<std::size_t>(space.memory, space.entries,
                                         context.thread(),
                                         context.numThreads()));
  }
};

/// Whether an engine's stacks are a query's each, of which it pushes and pops
/// the top alone (the ropes of a child list are put below it), and whose rings
/// leave a block's shared memory to several blocks.
template <class Engine, class Traversal, unsigned BlockThreads>
constexpr bool takesRingStacks() {
  if constexpr (Engine::stackKind == StackKind::PerQuery &&
                Traversal::numSlots > 0)
    return ThreadStacks<Traversal>::bytes(RingStacks::room, BlockThreads) <=
           (std::size_t{48} << 10);
  else
    return false;
}
/// For engines without a stack of their own.
struct NoStacks {
  template <class Engine, class Traversal, class Context>
  REGTT_OP static NoStack make(const StackSpace &, const Context &) {
    return {};
  }
};

/// One thread's share of `count` queries, by an engine that works by threads or
/// by warps.
template <class Engine, class Stacks, class Op, class Queries, class Context>
REGTT_OP void runShare(const Op &op, const Queries &queries,
                       std::uint32_t count, const StackSpace &space,
                       const Context &context) {
  auto stack =
      Stacks::template make<Engine, typename Op::Traversal>(space, context);
  const Warp<Context> warp(context);
  if constexpr (Engine::needsWarp) {
    Engine::run(
        op, queries,
        Worker<Context>{context.thread(), count, context.numThreads(), warp},
        stack);
  } else {
    // The lanes of a warp begin their next queries together. Left alone they
    // come apart, and the warp takes turns with them: a search of k nearest
    // took four times as long.
    const std::uint32_t lane = std::uint32_t(warp.lane());
    for (std::uint32_t first = context.thread() - lane; first < count;
         first += context.numThreads()) {
      const std::uint32_t i = first + lane;
      const Worker<Context> turn{i, i + 1, 1, warp};
      if constexpr (requires { queries.watch; }) {
        std::uint32_t visits = 0;
        if (i < count)
          Engine::run(op, typename Queries::Turn{queries, visits}, turn, stack);
        warp.sync();
        if (lane == 0)
          queries.watch.noteTurn(visits);
      } else {
        if (i < count)
          Engine::run(op, queries, turn, stack);
        warp.sync();
      }
    }
  }
}

/// The whole of one thread: its share of `count` queries through the tree. All
/// threads of a warp run it, and of a block, if the engine works by blocks.
template <class Engine, class Stacks, class Op, class Queries, class Context>
REGTT_OP void runThread(const Op &op, const Queries &queries,
                        std::uint32_t count, const StackSpace &space,
                        const Context &context) {
  if constexpr (needsBlock<Engine>())
    Engine::run(op, queries, count, Block<Context>(context), space.memory);
  else
    runShare<Engine, Stacks>(op, queries, count, space, context);
}

} // namespace regtt::rt::cuda
