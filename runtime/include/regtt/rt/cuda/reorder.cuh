/// Brings queries into an order in which those that go to the same places of
/// the tree lie side by side: by keys that an inspection finds
/// (core/inspect.h, core/history.h), that their own numbers make
/// (core/curve.h), or that they come by on their way through the top of the
/// tree (core/hand_over.h), with CUB's radix sort, or by the host
/// (host_schedule.cuh). Only for nvcc.
#pragma once

#include <regtt/rt/core/agreement.h>
#include <regtt/rt/core/curve.h>
#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/history.h>
#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/host_schedule.cuh>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/way.h>

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

namespace regtt::rt::cuda::detail {

/// A number that is less for a lesser float; no such number is 0.
__device__ inline unsigned orderedBits(float value) {
  const unsigned bits = __float_as_uint(value);
  return bits >> 31 ? ~bits : bits | 1u << 31;
}
__device__ inline float floatOf(unsigned ordered) {
  return __uint_as_float(ordered >> 31 ? ordered & ~(1u << 31) : ~ordered);
}

/// The box of queries, as the orderedBits() of its highest corner and of its
/// negated lowest; 0 of none.
template <int Count> struct OrderedBox {
  unsigned negatedLow[Count], high[Count];
};

/// Of a whole warp, whose largest `own` `number` is to be at least.
__device__ inline void growNumber(unsigned &number, unsigned own) {
  for (int step = warpSize / 2; step > 0; step /= 2)
    own = max(own, __shfl_xor_sync(~0u, own, step));
  if (threadIdx.x % warpSize == 0)
    atomicMax(&number, own);
}

/// Grows `box`, which starts as 0.
template <class Traversal, int Count>
__global__ void growBox(const typename Traversal::Query *queries,
                        std::uint32_t count, OrderedBox<Count> *box) {
  auto own = CurveBox<Count>::empty();
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x)
    rt::detail::eachCoordinate<Traversal>(
        queries + i, [&](int c, float value) { own.add(c, value); });
  __shared__ OrderedBox<Count> ofBlock;
  if (threadIdx.x == 0)
    ofBlock = {};
  __syncthreads();
  REGTT_UNROLL
  for (int c = 0; c < Count; ++c) {
    const bool any = own.low[c] <= own.high[c];
    growNumber(ofBlock.negatedLow[c], any ? orderedBits(-own.low[c]) : 0);
    growNumber(ofBlock.high[c], any ? orderedBits(own.high[c]) : 0);
  }
  __syncthreads();
  if (threadIdx.x < Count) {
    atomicMax(&box->negatedLow[threadIdx.x], ofBlock.negatedLow[threadIdx.x]);
    atomicMax(&box->high[threadIdx.x], ofBlock.high[threadIdx.x]);
  }
}

template <class Traversal, int Count>
__global__ void placeOnCurve(const typename Traversal::Query *queries,
                             std::uint32_t count, const OrderedBox<Count> *box,
                             int bits, PlaceKey *keys, std::uint32_t *numbers) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  CurveBox<Count> whole;
  REGTT_UNROLL
  for (int c = 0; c < Count; ++c) {
    whole.low[c] = -floatOf(box->negatedLow[c]);
    whole.high[c] = floatOf(box->high[c]);
  }
  keys[i] = curveKey<Traversal>(queries + i, whole, bits);
  numbers[i] = i;
}

/// Adds to `sum`, which starts as 0.
template <int = 0>
__global__ void addAgreement(const PlaceKey *keys, std::uint32_t count,
                             Agreement *sum) {
  const auto agree = [&](std::uint32_t i, std::uint32_t other) {
    return unsigned(__clzll(static_cast<long long>(
        keys[i] ^ keys[other >= count ? other - count : other])));
  };
  unsigned adjacent = 0, apart = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    adjacent += agree(i, i + 1);
    apart += agree(i, i + count / 2);
  }
  for (int step = warpSize / 2; step > 0; step /= 2) {
    adjacent += __shfl_xor_sync(~0u, adjacent, step);
    apart += __shfl_xor_sync(~0u, apart, step);
  }
  if (threadIdx.x % warpSize == 0) {
    atomicAdd(&sum->adjacent, adjacent);
    atomicAdd(&sum->apart, apart);
  }
}

/// keys[turn] becomes the key of the query that has the turn.
template <int = 0>
__global__ void gatherKeys(const PlaceKey *all, const std::uint32_t *numbers,
                           std::uint32_t count, PlaceKey *keys) {
  const std::uint32_t turn = blockIdx.x * blockDim.x + threadIdx.x;
  if (turn < count)
    keys[turn] = all[numbers[turn]];
}

/// How the queries of one call are ordered, on the tree that its engine runs
/// on.
template <class Op, class Children> class Reordering {
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  using Queries = InspectedQueries<Query>;
  using Recorded = RecordedQueries<Query>;
  using Engine = Inspector<Traversal, Children>;
  using Visitor = TopVisitor<Traversal, Children>;
  using Visited = TopQueries<Query>;
  static constexpr int numNumbers = numCoordinates<Traversal>();
  static constexpr bool inspects =
      !whyNotInspected<Traversal, Children>(writesArrays<Traversal>);
  static constexpr bool records =
      !whyNoHistory<Traversal, Children>(writesArrays<Traversal>);

public:
  static constexpr bool handsOver = !whyNotHandedOver<Traversal, Children>();
  /// Whether any order can be had.
  static constexpr bool isPossible = inspects || handsOver || numNumbers > 0;

  /// For up to `count` queries at a time, on that stream; `wanted` is possible.
  /// Throws OutOfMemory.
  Reordering(const Op &op, const rt::Order &order, const Way &way,
             std::size_t count, const SiteStreams &site)
      : op(op), way(way), done(way.reorder), copies(site.clock.stream) {
    const Reorder &wanted = way.reorder;
#ifdef REGTT_COUNT_VISITS
    if (wanted.kind != Reorder::HandOver)
      ++this->op.counters; // of visits that are made ahead, and again
#endif
    if constexpr (inspects)
      if (wanted.namesLeaves()) {
        top = Engine::top(order.numNodes, wanted.levels);
        plan = detail::plan<Engine, Op, Queries>(order, count, site,
                                                 device().inspectionStacks);
        done.levels = int(top.bits);
        keyBits = int(top.keyBits());
      }
    if constexpr (records)
      if (wanted.kind == Reorder::History) {
        const auto size = HistorySize::of(order.numNodes, wanted.levels);
        top = size.top;
        numWords = size.words;
        recordPlan = detail::plan<Engine, Op, Recorded>(
            order, count, site, device().inspectionStacks);
        done.levels = int(top.bits);
        keyBits = 64;
      }
    if constexpr (handsOver)
      if (wanted.kind == Reorder::HandOver) {
        top = Visitor::top(order.numNodes, wanted.levels);
        topPlan = detail::plan<Visitor, Op, Visited>(order, count, site,
                                                     device().inspectionStacks);
        done.levels = int(top.bits);
        keyBits = int(top.keyBits());
      }
    if constexpr (numNumbers > 0)
      if (wanted.kind == Reorder::Curve) {
        done.levels = curveBits<numNumbers>(wanted.levels, count);
        keyBits = done.levels * numNumbers;
      }
  }

  /// What is done, with levels or bits.
  const Reorder &reorder() const { return done; }

  /// Makes room for the orders of `count` queries. Throws OutOfMemory.
  void reserve(OrderMemory &memory, std::size_t count) const {
    if (count * sizeof(PlaceKey) > memory.keys[1].capacity())
      memory.forget(); // it is lost when memory grows
    for (int b = 0; b < 2; ++b) {
      memory.keys[b].reserve(count * sizeof(PlaceKey));
      memory.numbers[b].reserve(count * sizeof(std::uint32_t));
    }
    auto [keys, numbers] = buffers(memory);
    std::size_t bytes = 0;
    REGTT_CUDA(
        cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, numbers, count));
    memory.sorting.reserve(bytes);
    if (done.kind == Reorder::HandOver)
      memory.rests.reserve(RestArrays::bytes(count));
    if (done.kind == Reorder::History)
      memory.words.reserve(numWords * count * sizeof(PlaceKey));
    if (done.kind == Reorder::Hybrid)
      reserveHostSchedule(memory, count);
    memory.box.reserve(boxBytes());
  }

  /// Before it is timed for the first time: kernels are loaded when they first
  /// run.
  void warmUp(OrderMemory &memory, cudaStream_t stream, Query *queries,
              std::size_t count) const {
    static bool isWarm[Reorder::numKinds] = {};
    bool &own = isWarm[done.kind];
    if (own || way.reusesOrder)
      return;
    Buffers buffers;
    if (done.kind == Reorder::HandOver) { // visits are made once
      buffers = makeKeys(memory, stream, queries, 0);
      REGTT_CUDA(cudaMemsetAsync(buffers.first.Current(), 0,
                                 count * sizeof(PlaceKey), stream));
      REGTT_CUDA(cudaMemsetAsync(buffers.second.Current(), 0,
                                 count * sizeof(std::uint32_t), stream));
    } else {
      buffers = makeKeys(memory, stream, queries, count);
      look(memory, stream, leadingWords(memory, buffers), count);
    }
    sort(memory, stream, buffers, count);
    own = true;
  }

  /// The numbers of `count` queries in the order to run them in, once `stream`
  /// is there; in `memory`, which has room for them, and as long as nothing
  /// else is ordered there. Null: as they come. `isAll`: of the call's queries.
  const std::uint32_t *run(OrderMemory &memory, cudaStream_t stream,
                           Query *queries, std::size_t count, bool isAll) {
    if (inOrder == 1)
      return nullptr;
    if (way.reusesOrder && isAll && memory.last && memory.lastCount == count) {
      reused = true;
      return memory.last;
    }
    if (done.kind == Reorder::Hybrid &&
        schedule(memory, stream, queries, count)) {
      memory.last = buffers(memory).second.Current();
    } else {
      auto buffers = makeKeys(memory, stream, queries, count);
      // The bits of a history say too little about how far two are apart.
      if (way.ifDisordered && inOrder < 0 && done.kind != Reorder::History) {
        inOrder = look(memory, stream, leadingWords(memory, buffers), count);
        if (inOrder == 1)
          return nullptr;
      }
      memory.last = sort(memory, stream, buffers, count);
    }
    memory.lastCount = isAll ? count : 0;
    return memory.last;
  }

  /// What is left of the ways of queries that were handed over.
  static RestArrays rests(OrderMemory &memory) {
    return {reinterpret_cast<Link *>(memory.rests.data())};
  }

  /// Whether queries were found to be in order; -1: was not looked at.
  int wasInOrder() const { return inOrder; }
  /// Whether the order of the call before served.
  bool wasReused() const { return reused; }

private:
  using Buffers =
      std::pair<cub::DoubleBuffer<PlaceKey>, cub::DoubleBuffer<std::uint32_t>>;

  static Buffers buffers(const OrderMemory &memory) {
    const auto keys = [&](int b) {
      return reinterpret_cast<PlaceKey *>(memory.keys[b].data());
    };
    const auto numbers = [&](int b) {
      return reinterpret_cast<std::uint32_t *>(memory.numbers[b].data());
    };
    return {{keys(0), keys(1)}, {numbers(0), numbers(1)}};
  }

  /// Room for the queries' box, if they have one, and then for their keys'
  /// agreement in its place.
  static constexpr std::size_t boxBytes() {
    if constexpr (numNumbers > 0)
      return std::max(sizeof(OrderedBox<numNumbers>), sizeof(Agreement));
    else
      return sizeof(Agreement);
  }

  /// Unsorted, with the queries' numbers.
  Buffers makeKeys(OrderMemory &memory, cudaStream_t stream, Query *queries,
                   std::size_t count) const {
    memory.forget(); // keys and numbers overwrite it
    Buffers result = buffers(memory);
    auto &[keys, numbers] = result;
    if constexpr (inspects)
      if (done.namesLeaves())
        plan->launch(stream, op,
                     Queries{queries, keys.Current(), numbers.Current(), top},
                     count);
    if constexpr (records)
      if (done.kind == Reorder::History)
        recordPlan->launch(stream, op,
                           Recorded{queries, words(memory), numbers.Current(),
                                    top, numWords, std::uint32_t(count)},
                           count);
    if constexpr (handsOver)
      if (done.kind == Reorder::HandOver)
        topPlan->launch(stream, op,
                        Visited{queries, keys.Current(), numbers.Current(), top,
                                rests(memory)},
                        count);
    if constexpr (numNumbers > 0)
      if (done.kind == Reorder::Curve)
        placeAll(memory, stream, queries, count, keys.Current(),
                 numbers.Current());
    return result;
  }

  static PlaceKey *words(const OrderMemory &memory) {
    return reinterpret_cast<PlaceKey *>(memory.words.data());
  }
  /// The keys, or the first word of each.
  const PlaceKey *leadingWords(const OrderMemory &memory,
                               Buffers &buffers) const {
    return done.kind == Reorder::History ? words(memory)
                                         : buffers.first.Current();
  }

  const std::uint32_t *sort(OrderMemory &memory, cudaStream_t stream,
                            Buffers buffers, std::size_t count) const {
    // By the last word first; the sort is stable.
    constexpr unsigned threads = 256;
    if (count != 0)
      for (unsigned w = numWords; w-- > 0;) {
        gatherKeys<>
            <<<unsigned((count + threads - 1) / threads), threads, 0, stream>>>(
                words(memory) + w * count, buffers.second.Current(),
                std::uint32_t(count), buffers.first.Current());
        REGTT_CUDA(cudaGetLastError());
        sortOnce(memory, stream, buffers, count);
      }
    if (numWords == 0)
      sortOnce(memory, stream, buffers, count);
    return buffers.second.Current();
  }

  void sortOnce(OrderMemory &memory, cudaStream_t stream, Buffers &buffers,
                std::size_t count) const {
    auto &[keys, numbers] = buffers;
    std::size_t bytes = memory.sorting.capacity();
    REGTT_CUDA(cub::DeviceRadixSort::SortPairs(memory.sorting.data(), bytes,
                                               keys, numbers, count, 0, keyBits,
                                               stream));
  }

  /// Has the host put them in order. False where it lacks the memory: the
  /// device does it from then on.
  bool schedule(OrderMemory &memory, cudaStream_t stream, const Query *queries,
                std::size_t count) {
    memory.forget();
    auto [keys, numbers] = buffers(memory);
    if constexpr (inspects)
      try {
        scheduleOnHost(
            memory, stream, copies, top, count, keys.Current(),
            numbers.Current(), [&](std::size_t first, std::size_t last) {
              plan->launch(stream, op,
                           Queries{queries + first, keys.Current() + first,
                                   numbers.Alternate() + first, top},
                           last - first);
            });
      } catch (const std::bad_alloc &) {
        REGTT_CUDA(cudaStreamSynchronize(copies));
        done.kind = Reorder::Inspect;
      }
    return done.kind == Reorder::Hybrid;
  }

  /// Whether queries are in order as they come. Waits for the stream.
  int look(OrderMemory &memory, cudaStream_t stream, const PlaceKey *keys,
           std::size_t count) const {
    constexpr unsigned threads = 256;
    auto *agreement = reinterpret_cast<Agreement *>(memory.box.data());
    REGTT_CUDA(cudaMemsetAsync(agreement, 0, sizeof *agreement, stream));
    const unsigned blocks = unsigned(std::min<std::size_t>(
        (count + threads - 1) / threads,
        unsigned(device().properties.multiProcessorCount) * 8));
    addAgreement<>
        <<<blocks, threads, 0, stream>>>(keys, std::uint32_t(count), agreement);
    REGTT_CUDA(cudaGetLastError());
    Agreement found;
    REGTT_CUDA(cudaMemcpyAsync(&found, agreement, sizeof found,
                               cudaMemcpyDeviceToHost, stream));
    REGTT_CUDA(cudaStreamSynchronize(stream));
    return found.isOrder(count, keyBits) ? 1 : 0;
  }

  void placeAll(OrderMemory &memory, cudaStream_t stream, const Query *queries,
                std::size_t count, PlaceKey *keys,
                std::uint32_t *numbers) const {
    constexpr unsigned threads = 256;
    const auto blocks = unsigned((count + threads - 1) / threads);
    const unsigned resident =
        unsigned(device().properties.multiProcessorCount) * 8;
    auto *box = reinterpret_cast<OrderedBox<numNumbers> *>(memory.box.data());
    REGTT_CUDA(cudaMemsetAsync(box, 0, sizeof *box, stream));
    growBox<Traversal><<<std::min(blocks, resident), threads, 0, stream>>>(
        queries, std::uint32_t(count), box);
    REGTT_CUDA(cudaGetLastError());
    placeOnCurve<Traversal><<<blocks, threads, 0, stream>>>(
        queries, std::uint32_t(count), box, done.levels, keys, numbers);
    REGTT_CUDA(cudaGetLastError());
  }

  Op op;
  Way way;
  Reorder done;
  int inOrder = -1;
  bool reused = false;
  int keyBits = 0;
  TreeTop top{};
  unsigned numWords = 0; ///< of keys in OrderMemory::words; 0: keys are there
  cudaStream_t copies;   ///< idle but while the host schedules
  std::optional<Plan<Op, Queries>> plan;
  std::optional<Plan<Op, Recorded>> recordPlan;
  std::optional<Plan<Op, Visited>> topPlan;
};

} // namespace regtt::rt::cuda::detail
