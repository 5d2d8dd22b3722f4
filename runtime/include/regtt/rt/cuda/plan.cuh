/// How an engine is launched on a tree: the kernel, where stacks lie, how many
/// threads share them. Only for nvcc.
#pragma once

#include <regtt/rt/core/frame_probe.h>
#include <regtt/rt/core/loop_lists.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/hardware_context.cuh>
#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace regtt::rt::cuda::detail {

/// Most threads of a block. Those of a block come to the same L1 cache, so that
/// large ones serve queries that lie side by side and have much in common
/// (point correlation on sorted queries: 1.50 ms at 512 threads, 1.81 at 128);
/// stacks in shared memory want small ones, of which more go on a
/// multiprocessor.
template <class Engine> constexpr unsigned mostThreadsOf() {
  if constexpr (needsBlock<Engine>())
    return Engine::blockThreads;
  else
    return Engine::stackKind == StackKind::None ? 512 : 128;
}
template <class Engine>
inline constexpr unsigned mostThreads = mostThreadsOf<Engine>();

/// How many blocks of an engine a multiprocessor shall have room for, by the
/// registers that its threads take; 0: as many as come of it.
template <class Engine> constexpr unsigned fewestBlocks() {
  if constexpr (requires { Engine::fewestBlocks; })
    return Engine::fewestBlocks;
  else
    return 0;
}

template <class Engine, class Stacks, class Op, class Queries>
__global__
__launch_bounds__(mostThreads<Engine>, fewestBlocks<Engine>()) void traverse(
    const __grid_constant__ Op op, const __grid_constant__ Queries queries,
    std::uint32_t count, StackSpace space) {
  extern __shared__ __align__(256) unsigned char regttSharedMemory[];
  runThread<Engine, Stacks>(op, queries, count, space,
                            HardwareContext{regttSharedMemory});
}

/// A kernel that works block by block, in the memory of the one that it is run
/// for.
template <class Op, class Queries> struct BlockPass {
  void (*kernel)(Op, Queries, std::uint32_t, StackSpace) = nullptr;
  unsigned blockThreads = 0;
  std::size_t sharedBytes = 0;
  unsigned blocks = 0;          ///< that the device has room for at a time
  unsigned queriesPerBlock = 1; ///< of one turn; 0: all blocks are wanted

  explicit operator bool() const { return kernel != nullptr; }

  void launch(cudaStream_t stream, const Op &op, const Queries &queries,
              std::size_t count, const StackSpace &space) const {
    if (!kernel)
      return;
    const std::size_t wanted =
        queriesPerBlock ? (count + queriesPerBlock - 1) / queriesPerBlock
                        : blocks;
    kernel<<<unsigned(std::clamp<std::size_t>(wanted, 1, blocks)), blockThreads,
             sharedBytes, stream>>>(op, queries, std::uint32_t(count), space);
    REGTT_CUDA(cudaGetLastError());
  }
};

/// How one engine is launched on this tree, for queries to be run or inspected.
template <class Op, class Queries> struct Plan {
  void (*kernel)(Op, Queries, std::uint32_t, StackSpace);
  unsigned blockThreads;
  StackSpace space = {nullptr, 0};
  std::size_t sharedBytes = 0;
  unsigned maxBlocks = 1u << 24; ///< more queries than that take turns
  unsigned queriesPerThread = 1; ///< of one turn
  unsigned queriesPerBlock = 0;  ///< instead, where it is not 0
  unsigned extraBlocks = 0;      ///< ahead of these
  bool clearsLists = false;      ///< core/loop_lists.h, in space.memory
  bool launchesGrids = false;    ///< on the device
  BlockPass<Op, Queries> before = {},
                         next = {}; ///< what else runs, if anything

  /// For `count` queries.
  unsigned blocks(std::size_t count) const {
    const std::size_t perBlock =
        queriesPerBlock ? queriesPerBlock
                        : std::size_t{blockThreads} * queriesPerThread;
    return unsigned(
        std::min<std::size_t>((count + perBlock - 1) / perBlock, maxBlocks));
  }

  /// Without any, one block finds nothing to do, but its kernel is loaded.
  void launch(cudaStream_t stream, const Op &op, const Queries &queries,
              std::size_t count) const {
    if (clearsLists)
      REGTT_CUDA(
          cudaMemsetAsync(space.memory, 0, LoopLists::countsBytes, stream));
    before.launch(stream, op, queries, count, space);
    kernel<<<std::max(blocks(count), 1u) + extraBlocks, blockThreads,
             sharedBytes, stream>>>(op, queries, std::uint32_t(count), space);
    REGTT_CUDA(cudaGetLastError());
    next.launch(stream, op, queries, count, space);
  }

  /// Reports the grids that were launched on the device so far, by a stream
  /// that is done with them.
  void noteChildren() const {
    if (!launchesGrids)
      return;
    LoopLists header;
    REGTT_CUDA(cudaMemcpy(&header, space.memory, LoopLists::headerBytes,
                          cudaMemcpyDeviceToHost));
    session().report.children = header.children;
    session().report.refusedChildren = header.refused;
  }
};

template <class Kernel>
unsigned residentBlocks(Kernel kernel, unsigned blockThreads,
                        std::size_t sharedBytes) {
  int blocks = 0;
  REGTT_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, kernel, int(blockThreads), sharedBytes));
  return unsigned(blocks);
}

/// Lets a kernel have that much shared memory, of which there is enough.
template <class Kernel> void allowShared(Kernel kernel, std::size_t bytes) {
  REGTT_CUDA(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
}

/// Leaves all of a multiprocessor's memory that resident blocks do not need to
/// its L1 cache, where loads wait for their data: 33 million that are spread
/// over 4 MiB take an H200 0.26 ms, and 0.45 where shared memory leaves it 30
/// KiB.
template <class Kernel>
void keepL1(Kernel kernel, unsigned blockThreads, std::size_t sharedBytes) {
  const std::size_t needed =
      (sharedBytes + device().properties.reservedSharedMemPerBlock) *
      residentBlocks(kernel, blockThreads, sharedBytes);
  const std::size_t all = device().properties.sharedMemPerMultiprocessor;
  REGTT_CUDA(cudaFuncSetAttribute(
      kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
      int(std::min<std::size_t>((100 * needed + all - 1) / all, 100))));
}

/// For stacks of `blockBytes` a block in global memory: as many resident blocks
/// as have room, or `wanted` if those are fewer. Throws OutOfMemory where not
/// even one has room.
template <class Op, class Queries, class Kernel>
Plan<Op, Queries> planGlobal(Kernel kernel, unsigned blockThreads,
                             std::size_t sharedBytes, std::size_t entries,
                             std::size_t blockBytes, std::size_t wanted,
                             KeptMemory &stacks) {
  std::size_t blocks = std::min<std::size_t>(
      residentBlocks(kernel, blockThreads, sharedBytes) *
          unsigned(device().properties.multiProcessorCount),
      wanted);
  std::size_t free = 0, total = 0;
  REGTT_CUDA(cudaMemGetInfo(&free, &total));
  const std::size_t room = stacks.capacity() + free / 10 * 9;
  blocks = std::clamp<std::size_t>(room / blockBytes, 1, blocks);
  return {kernel,
          blockThreads,
          {stacks.reserve(blockBytes * blocks), std::uint32_t(entries)},
          sharedBytes,
          unsigned(blocks)};
}

/// Stacks in shared memory where that leaves at least half of the threads
/// resident that registers allow; else in global memory, but for their topmost
/// entries where an engine pushes and pops those alone.
template <class Engine, class Op, class Queries>
Plan<Op, Queries> planStacks(const Order &order, std::size_t wanted,
                             KeptMemory &stacks) {
  using Traversal = typename Op::Traversal;
  using Layout = typename StacksOf<Engine, Traversal>::type;
  constexpr unsigned blockThreads = mostThreads<Engine>;
  constexpr bool ring = takesRingStacks<Engine, Traversal, blockThreads>();
  const std::size_t entries = Layout::entries(order);
  const std::size_t blockBytes = Layout::bytes(entries, blockThreads);
  const std::size_t most = device().properties.sharedMemPerBlockOptin;
  const StackMemory asked = session().environment.stacks;
  auto *inGlobal =
      &traverse<Engine, std::conditional_t<ring, RingStacks, GlobalStacks>, Op,
                Queries>;

  if (asked != StackMemory::Global && blockBytes <= most) {
    auto *inShared = &traverse<Engine, SharedStacks, Op, Queries>;
    allowShared(inShared, blockBytes);
    if (asked == StackMemory::Shared ||
        2 * residentBlocks(inShared, blockThreads, blockBytes) >=
            residentBlocks(inGlobal, blockThreads, 0))
      return {inShared,
              blockThreads,
              {nullptr, std::uint32_t(entries)},
              blockBytes};
  }
  const std::size_t ringBytes =
      ring ? Layout::bytes(RingStacks::room, blockThreads) : 0;
  allowShared(inGlobal, ringBytes);
  return planGlobal<Op, Queries>(inGlobal, blockThreads, ringBytes, entries,
                                 blockBytes, wanted, stacks);
}

template <class Engine, class Op>
__global__ __launch_bounds__(mostThreads<Engine>) void measureFrames(
    const __grid_constant__ Op op, FrameProbe *result) {
  typename Op::Traversal::Query query{};
  FrameProbe probe;
  Engine::measure(op, query, probe);
  *result = probe;
}

/// Sets the device's stack of calls to what `levels` nested visits take, which
/// it measures, and a reserve: visits that go on take larger frames than those
/// that are measured (on an H200 half as much again was too little). Throws
/// OutOfMemory where the device does not give that.
template <class Engine, class Op>
void reserveCallStack(std::size_t levels, const SiteStreams &site) {
  constexpr std::size_t margin = 1024; // the kernel's own frame, and helpers'
  std::size_t limit = 0;
  REGTT_CUDA(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  if (limit < 16 * margin)
    REGTT_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, limit = 16 * margin));
  auto *result = reinterpret_cast<FrameProbe *>(
      device().stacks.reserve(sizeof(FrameProbe)));
  measureFrames<Engine><<<1, 1, 0, site.stream>>>(Op{}, result);
  REGTT_CUDA(cudaGetLastError());
  FrameProbe probe;
  REGTT_CUDA(cudaMemcpyAsync(&probe, result, sizeof probe,
                             cudaMemcpyDeviceToHost, site.stream));
  REGTT_CUDA(cudaStreamSynchronize(site.stream));
  constexpr std::size_t reserve = 4;
  const std::size_t wanted =
      (levels + 1) * probe.frameBytes() * reserve + 2 * margin;
  if (wanted <= limit)
    return;
  if (cudaDeviceSetLimit(cudaLimitStackSize, wanted) != cudaSuccess) {
    (void)cudaGetLastError();
    throw OutOfMemory{"a recursion of " + std::to_string(levels) +
                      " levels needs a call stack of " + mebibytes(wanted) +
                      " for each thread, which the device does not give"};
  }
}

/// The largest block that leaves some for every multiprocessor.
template <class Engine> unsigned blockThreadsFor(std::size_t count) {
  constexpr std::size_t blocksEach = 2;
  const std::size_t blocks =
      blocksEach * std::size_t(device().properties.multiProcessorCount);
  unsigned threads = mostThreads<Engine>;
  while (threads > 128 && count / threads < blocks)
    threads /= 2;
  return threads;
}

template <class Engine, class Op, class Queries>
Plan<Op, Queries> planWithoutStacks(const Order &order, std::size_t count,
                                    const SiteStreams &site) {
  auto *kernel = &traverse<Engine, NoStacks, Op, Queries>;
  if constexpr (Engine::stackKind == StackKind::Calls)
    reserveCallStack<Engine, Op>(order.depth, site);
  REGTT_CUDA(cudaFuncSetAttribute(
      kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
      cudaSharedmemCarveoutMaxL1));
  return {kernel, blockThreadsFor<Engine>(count)};
}

/// An engine that works block by block, with the shared memory that it asks
/// for.
template <class Engine, class Op, class Queries>
BlockPass<Op, Queries>
passOf(void (*kernel)(Op, Queries, std::uint32_t,
                      StackSpace) = &traverse<Engine, NoStacks, Op, Queries>) {
  constexpr std::size_t shared =
      Engine::template sharedBytes<Op, Block<HardwareContext>>();
  allowShared(kernel, shared);
  keepL1(kernel, Engine::blockThreads, shared);
  return {kernel, Engine::blockThreads, shared,
          residentBlocks(kernel, Engine::blockThreads, shared) *
              unsigned(device().properties.multiProcessorCount),
          Engine::iterationsPerBlock};
}

/// How many grids threads of one kernel may launch. Lets as many wait as the
/// environment asks for; an eighth of the room is left, since a launch too many
/// may stop the device.
inline std::uint32_t mostChildren() {
  const auto wanted = std::size_t(session().environment.pendingLaunches);
  std::size_t limit = 0;
  REGTT_CUDA(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  if (wanted > limit) {
    REGTT_CUDA(
        cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, wanted));
    limit = wanted;
  }
  const std::size_t most = wanted != 0 ? wanted : limit;
  return std::uint32_t(std::min(most, limit - limit / 8));
}

/// The engine that runs ahead of another one; void: none does.
template <class Engine, class Traversal> struct BeforeOf {
  using type = void;
};
template <class Engine, class Traversal>
  requires requires { typename Engine::template Before<Traversal>; }
struct BeforeOf<Engine, Traversal> {
  using type = typename Engine::template Before<Traversal>;
};

/// Whether an engine leaves its memory as it finds it, with zeros where it
/// counts (core/loop_lists.h): to clear it each time is a launch by itself,
/// which takes as long as a small kernel.
template <class Engine> constexpr bool leavesZeros() {
  if constexpr (requires { Engine::leavesZeros; })
    return Engine::leavesZeros;
  else
    return false;
}

/// The memory that engines have for their stacks or lists, one after the other.
template <class Engine> KeptMemory &memoryOf() {
  return leavesZeros<Engine>() ? device().zeros : device().stacks;
}

template <class Engine, class Op, class Queries>
Plan<Op, Queries> planBlocks(std::size_t count, const SiteStreams &site,
                             KeptMemory &memory) {
  const BlockPass<Op, Queries> pass = passOf<Engine, Op, Queries>();
  Plan<Op, Queries> result = {
      pass.kernel, pass.blockThreads, {nullptr, 0}, pass.sharedBytes};
  result.queriesPerBlock = Engine::iterationsPerBlock;
  if constexpr (requires { Engine::hasLists; }) {
    const std::size_t bytes = listBytes<Engine, typename Op::Traversal>(count);
    if constexpr (leavesZeros<Engine>()) {
      const bool isNew = bytes > memory.capacity();
      result.space.memory = memory.reserveCleared(bytes, site.stream);
      if (isNew) // it may run on another stream
        REGTT_CUDA(cudaStreamSynchronize(site.stream));
    } else {
      result.space.memory = memory.reserve(bytes);
      result.clearsLists = true;
    }
  }
  using Before = typename BeforeOf<Engine, typename Op::Traversal>::type;
  if constexpr (!std::is_void_v<Before>)
    result.before = passOf<Before, Op, Queries>();
  if constexpr (requires { typename Engine::Next; })
    result.next = passOf<typename Engine::Next, Op, Queries>();
  if constexpr (requires {
                  typename Engine::template Child<typename Op::Traversal>;
                }) {
    using Child = typename Engine::template Child<typename Op::Traversal>;
    result.launchesGrids = true;
    LoopLists header = {};
    header.mostChildren = mostChildren();
    header.childBlocks =
        passOf<Child, Op, Queries>(&runChild<Child, Op, Queries>).blocks;
    REGTT_CUDA(cudaMemcpy(result.space.memory, &header, LoopLists::headerBytes,
                          cudaMemcpyHostToDevice));
  }
  if constexpr (requires { Engine::longBlocks; })
    if (result.before)
      result.extraBlocks = Engine::longBlocks;
  return result;
}

/// How many queries a thread takes in one turn.
template <class Engine> constexpr unsigned queriesPerThread() {
  if constexpr (requires { Engine::queriesPerLane; })
    return Engine::queriesPerLane;
  else
    return 1;
}

/// For up to `count` queries at a time, on that stream. Stacks that lie in
/// global memory, and lists, are in `memory`, which only one kernel at a time
/// may use; of an engine that leaves zeros there, none that does not.
template <class Engine, class Op, class Queries>
Plan<Op, Queries> plan(const Order &order, std::size_t count,
                       const SiteStreams &site, KeptMemory &memory) {
  if constexpr (needsBlock<Engine>())
    return planBlocks<Engine, Op, Queries>(count, site, memory);
  constexpr unsigned perThread = queriesPerThread<Engine>();
  constexpr std::size_t perBlock = mostThreads<Engine> * perThread;
  Plan<Op, Queries> result = [&] {
    if constexpr (keepsStacks<Engine>)
      return planStacks<Engine, Op, Queries>(
          order, (count + perBlock - 1) / perBlock, memory);
    else
      return planWithoutStacks<Engine, Op, Queries>(order, count, site);
  }();
  result.queriesPerThread = perThread;
  return result;
}

} // namespace regtt::rt::cuda::detail
