/// Brings queries into an order in which those that go to the same places of
/// the tree lie side by side: inspects them (core/inspect.h) and sorts them by
/// what that says, with CUB's radix sort. Only for nvcc.
#pragma once

#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/plan.cuh>

#include <cub/device/device_radix_sort.cuh>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace regtt::rt::cuda::detail {

/// How the queries of one call are inspected, on the tree that its engine runs
/// on.
template <class Op, class Children> class Reordering {
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  using Queries = InspectedQueries<Query>;
  using Engine = Inspector<Traversal, Children>;

public:
  /// For up to `count` queries at a time, on that stream. Throws OutOfMemory.
  Reordering(const Op &op, const rt::Order &order, const Reorder &wanted,
             std::size_t count, const SiteStreams &site)
      : op(op), top(Engine::top(order.numNodes, wanted)),
        plan(detail::plan<Engine, Op, Queries>(order, count, site,
                                               device().inspectionStacks)) {}

  /// What is done, with the levels of the tree's top.
  Reorder reorder() const { return reorderBy(top); }

  /// Makes room for the orders of `count` queries. Throws OutOfMemory.
  static void reserve(OrderMemory &memory, std::size_t count) {
    for (int b = 0; b < 2; ++b) {
      memory.keys[b].reserve(count * sizeof(PlaceKey));
      memory.numbers[b].reserve(count * sizeof(std::uint32_t));
    }
    auto [keys, numbers] = buffers(memory);
    std::size_t bytes = 0;
    REGTT_CUDA(
        cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, numbers, count));
    memory.sorting.reserve(bytes);
  }

  /// The numbers of `count` queries in the order to run them in, once `stream`
  /// is there; in `memory`, which has room for them.
  const std::uint32_t *run(OrderMemory &memory, cudaStream_t stream,
                           const Query *queries, std::size_t count) const {
    auto [keys, numbers] = buffers(memory);
    plan.launch(stream, op,
                Queries{queries, keys.Current(), numbers.Current(), top},
                count);
    std::size_t bytes = memory.sorting.capacity();
    REGTT_CUDA(cub::DeviceRadixSort::SortPairs(memory.sorting.data(), bytes,
                                               keys, numbers, count, 0,
                                               int(top.keyBits()), stream));
    return numbers.Current();
  }

private:
  static std::pair<cub::DoubleBuffer<PlaceKey>,
                   cub::DoubleBuffer<std::uint32_t>>
  buffers(OrderMemory &memory) {
    const auto keys = [&](int b) {
      return reinterpret_cast<PlaceKey *>(memory.keys[b].data());
    };
    const auto numbers = [&](int b) {
      return reinterpret_cast<std::uint32_t *>(memory.numbers[b].data());
    };
    return {{keys(0), keys(1)}, {numbers(0), numbers(1)}};
  }

  Op op;
  TreeTop top;
  Plan<Op, Queries> plan;
};

/// Stands for a Reordering of queries that cannot be inspected.
struct NoReordering {
  const std::uint32_t *run(OrderMemory &, cudaStream_t, const void *,
                           std::size_t) const {
    return nullptr;
  }
};

} // namespace regtt::rt::cuda::detail
