/// What one CUDA thread does, as templates over a thread context, so that the
/// same code runs in a kernel and, lane by lane, in tests on a host. No CUDA
/// call is made here; memory and launch shapes come from launch.cuh.
///
/// A context offers thread() and numThreads() (in the grid), threadInBlock(),
/// blockThreads() and shared() (the block's dynamic shared memory); for engines
/// that work warp by warp also ballot(), shfl() and syncwarp().
#pragma once

#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>

namespace regtt::rt::cuda {

/// The queries of one launch, in device memory.
template <class Query> struct QueryArrays {
  const Query *queries;            ///< [count]
  typename Query::Result *results; ///< [count]

  REGTT_OP Query load(std::uint32_t i) const { return loadRecord(queries + i); }
  REGTT_OP void store(std::uint32_t i,
                      const typename Query::Result &result) const {
    results[i] = result;
  }
};

/// One thread's share of the queries, interleaved with its neighbours'. An
/// engine that works warp by warp loops until the warp's first lane is done.
struct Worker {
  std::uint32_t first, last, step;
};

/// Where deferred ropes lie; `entries` for each thread.
struct StackSpace {
  void *memory; ///< global memory, or null for shared
  std::uint32_t entries;
};

/// Bytes of `threads` stacks: first all arguments, then all links.
template <class Args>
constexpr std::size_t stackBytes(std::size_t entries, std::size_t threads) {
  const std::size_t args = std::is_empty_v<Args> ? 0 : sizeof(Args);
  return entries * threads * (args + sizeof(Link));
}

/// Stacks in the block's shared memory, one column for each thread.
struct SharedStacks {
  template <class Args, class Context>
  REGTT_OP static auto make(const StackSpace &space, const Context &context) {
    return columns<Args, std::uint32_t>(context.shared(), space.entries,
                                        context.threadInBlock(),
                                        context.blockThreads());
  }

  template <class Args, class Index>
  REGTT_OP static InterleavedStack<Args, Index>
  columns(void *memory, Index entries, Index thread, Index threads) {
    Args *args = static_cast<Args *>(memory);
    Link *links = static_cast<Link *>(memory);
    if constexpr (!std::is_empty_v<Args>)
      links = reinterpret_cast<Link *>(args + entries * threads);
    if constexpr (!std::is_empty_v<Args>)
      args += thread;
    return {links + thread, args, threads};
  }
};

/// Stacks in global memory, one column for each thread of the grid.
struct GlobalStacks {
  template <class Args, class Context>
  REGTT_OP static auto make(const StackSpace &space, const Context &context) {
    return SharedStacks::columns<Args, std::size_t>(
        space.memory, space.entries, context.thread(), context.numThreads());
  }
};

/// For engines without a stack.
struct NoStacks {
  template <class Args, class Context>
  REGTT_OP static NoStack make(const StackSpace &, const Context &) {
    return {};
  }
};

/// The whole of one thread: its share of `count` queries through the tree.
template <class Engine, class Stacks, class Op, class Query, class Context>
REGTT_OP void runThread(const Op &op, const QueryArrays<Query> &queries,
                        std::uint32_t count, const StackSpace &space,
                        const Context &context) {
  auto stack = Stacks::template make<StackValues<typename Op::Traversal>>(
      space, context);
  Engine::run(op, queries,
              Worker{context.thread(), count, context.numThreads()}, stack);
}

} // namespace regtt::rt::cuda
