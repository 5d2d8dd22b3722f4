/// Takes queries through a tree that is on the device: all at once, or, where
/// they are many, piece by piece, so that one is gathered and copied while
/// another runs. Only for nvcc.
#pragma once

#include <regtt/rt/core/objects.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/own_numbers.cuh>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/cuda/result_lists.cuh>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt::cuda::detail {

/// Milliseconds of a call's work on the device.
struct DeviceTimes {
  double reorder = 0; ///< finding keys, visits in the top that are handed over
                      ///< among that, and sorting queries; or looking at them
  double kernel = 0;  ///< the traversals, or what is left of them, until the
                      ///< host has finished stragglers

  DeviceTimes &operator+=(const DeviceTimes &other) {
    reorder += other.reorder;
    kernel += other.kernel;
    return *this;
  }
};

/// Where queries run in the order in which they come.
struct NoReordering {
  void warmUp(OrderMemory &, cudaStream_t, void *, std::size_t) {}
  const std::uint32_t *run(OrderMemory &, cudaStream_t, void *, std::size_t,
                           bool) {
    return nullptr;
  }
};

/// Whether all that an iteration has of its own is its number, so that a device
/// makes its query.
template <class Traversal>
inline constexpr bool areNumbers =
    rt::detail::numOperands<Traversal>() == 0 &&
    rt::detail::numQueryArrays<Traversal>() == 0 &&
    rt::detail::numKeptContainers<Traversal>() == 0;

template <class Traversal>
__global__ void makeQueries(Objects<Traversal, true> objects, std::size_t first,
                            std::size_t count,
                            typename Traversal::Query *queries) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count)
    queries[i] = objects.load(first + i);
}

/// The queries of one call in pieces that take turns in two sets of buffers,
/// each with a stream of its own; their kernels run one after the other.
template <class Op> class Pieces {
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  using Result = typename Query::Result;
  using Queries = QueryArrays<Query>;

public:
  /// Makes room for pieces as large as memory allows, and at most 128 MiB.
  /// Throws OutOfMemory. `own`: what iterations have, if that lies on the
  /// device; else null. Borrows all.
  Pieces(const regtt_call &call, SiteStreams &site,
         const OwnNumbers<Traversal> *own)
      : call(call), count(numCalls(call)), own(own), lists(site) {
    constexpr std::size_t largest = std::size_t{128} << 20;
    constexpr std::size_t smallest = 1 << 14;
    size = std::min(count, largest / std::max(sizeof(Query), sizeof(Result)));
    while (true) {
      try {
        for (int b = 0; b < (size < count ? 2 : 1); ++b)
          reserve(buffers[b], device().pieces[b], site.streams[b].stream);
        return;
      } catch (const OutOfMemory &) {
        if (size <= smallest)
          throw;
        size /= 2;
      }
    }
  }

  /// Most queries in a piece.
  std::size_t pieceSize() const { return size; }
  std::size_t number() const { return count ? (count + size - 1) / size : 0; }

  /// Makes room for orders of the queries of each piece. Throws OutOfMemory.
  template <class Reordering>
  void reserveOrders(const Reordering &reordering, SiteStreams &site) const {
    for (int b = 0; b < (size < count ? 2 : 1); ++b)
      reordering.reserve(site.orders[b], size);
  }

  /// Runs all of them after what waits on site.stream, in another order where
  /// `reordering` is not null, which reserveOrders() has made room for.
  /// `traversals` (cuda/traversals.cuh) launch the kernel of a piece.
  /// Synchronises with the site's streams.
  template <class Reordering, class Traversals>
  DeviceTimes run(SiteStreams &site, Traversals &traversals,
                  Reordering *reordering, const Objects<Traversal> &objects) {
    DeviceTimes ms;
    std::size_t turn = 0;
    for (std::size_t first = 0; first < count; first += size, ++turn) {
      Buffers &piece = buffers[turn % 2];
      ms += finish(turn, site, traversals, objects);
      piece.first = first;
      piece.count = std::min(size, count - first);
      start(piece, site, turn, traversals, reordering, objects);
    }
    // The older one first.
    ms += finish(turn, site, traversals, objects);
    ms += finish(turn + 1, site, traversals, objects);
    ms.reorder += lookedMs;
    return ms;
  }

private:
  struct Buffers {
    Query *hostQueries;
    Result *hostResults;
    Query *queries;
    Result *results;
    std::size_t first = 0, count = 0; ///< of the piece that runs; 0: none does
    const std::uint32_t *order = nullptr;
  };

  void reserve(Buffers &buffers, PieceMemory &memory, cudaStream_t stream) {
    buffers.queries =
        reinterpret_cast<Query *>(memory.queries.reserve(size * sizeof(Query)));
    buffers.results = reinterpret_cast<Result *>(
        memory.results.reserveCleared(size * sizeof(Result), stream));
    buffers.hostQueries = reinterpret_cast<Query *>(
        memory.hostQueries.reserve(size * sizeof(Query)));
    buffers.hostResults = reinterpret_cast<Result *>(
        memory.hostResults.reserve(size * sizeof(Result)));
  }

  template <class Reordering, class Traversals>
  void start(Buffers &piece, SiteStreams &site, std::size_t turn,
             Traversals &traversals, Reordering *reordering,
             const Objects<Traversal> &objects) {
    const TimedStream &timed = site.streams[turn % 2];
    bringQueries(piece, timed.stream, objects);
    // Stacks are the kernel's before it until that is done.
    if (turn > 0)
      REGTT_CUDA(cudaStreamWaitEvent(timed.stream,
                                     site.streams[(turn + 1) % 2].kernelEnd));
    piece.order = nullptr;
    OrderMemory &orders = site.orders[turn % 2];
    if constexpr (requires { Traversals::chooses; })
      lookedMs += traversals.prepare(call, timed.stream,
                                     Queries{piece.queries, piece.results},
                                     piece.count);
    // Those that are only inspected need no room.
    if constexpr (appendsLists<Traversal> && Traversals::changesQueries)
      lists.begin(int(turn % 2), timed.stream, piece.queries, piece.count);
    if (reordering)
      reordering->warmUp(orders, timed.stream, piece.queries, piece.count);
    REGTT_CUDA(cudaEventRecord(timed.reorderBegin, timed.stream));
    if (reordering)
      piece.order = reordering->run(orders, timed.stream, piece.queries,
                                    piece.count, piece.count == count);
    if constexpr (appendsLists<Traversal> && !Traversals::changesQueries)
      lists.begin(int(turn % 2), timed.stream, piece.queries, piece.count);
    REGTT_CUDA(cudaEventRecord(timed.kernelBegin, timed.stream));
    traversals.launch(timed.stream, int(turn % 2),
                      Queries{piece.queries, piece.results, piece.order},
                      piece.count, orders);
    REGTT_CUDA(cudaEventRecord(timed.kernelEnd, timed.stream));
    if constexpr (appendsLists<Traversal>)
      lists.end(int(turn % 2), timed.stream, piece.results, piece.count);
    bringResults(piece, timed.stream);
  }

  static unsigned blocksOf(std::size_t count) {
    return unsigned((count + threads - 1) / threads);
  }

  void bringResults(const Buffers &piece, cudaStream_t stream) const {
    if constexpr (std::is_empty_v<Result>)
      return;
    else {
      if constexpr (hasOnlyNumbers<Traversal>())
        if (own) {
          storeResults<Traversal>
              <<<blocksOf(piece.count), threads, 0, stream>>>(
                  Objects<Traversal, true>(own->call()), piece.first,
                  piece.count, piece.results);
          REGTT_CUDA(cudaGetLastError());
          return;
        }
      REGTT_CUDA(cudaMemcpyAsync(piece.hostResults, piece.results,
                                 piece.count * sizeof(Result),
                                 cudaMemcpyDeviceToHost, stream));
    }
  }

  /// Has the device know them, behind what waits on `stream`.
  void bringQueries(const Buffers &piece, cudaStream_t stream,
                    const Objects<Traversal> &objects) const {
    if constexpr (hasOnlyNumbers<Traversal>())
      if (own || (areNumbers<Traversal> && !call.calls)) {
        makeQueries<Traversal><<<blocksOf(piece.count), threads, 0, stream>>>(
            Objects<Traversal, true>(own ? own->call() : call), piece.first,
            piece.count, piece.queries);
        REGTT_CUDA(cudaGetLastError());
        return;
      }
    session().pool.parallelFor(
        piece.count, grain, [&](int, std::size_t from, std::size_t to) {
          for (std::size_t i = from; i < to; ++i)
            piece.hostQueries[i] = objects.load(piece.first + i);
        });
    REGTT_CUDA(cudaMemcpyAsync(piece.queries, piece.hostQueries,
                               piece.count * sizeof(Query),
                               cudaMemcpyHostToDevice, stream));
  }

  /// Waits for a piece, if one runs in that turn's buffers, and scatters its
  /// results.
  template <class Traversals>
  DeviceTimes finish(std::size_t turn, const SiteStreams &site,
                     Traversals &traversals,
                     const Objects<Traversal> &objects) {
    Buffers &piece = buffers[turn % 2];
    const TimedStream &timed = site.streams[turn % 2];
    if (piece.count == 0)
      return {};
    double hostMs = traversals.finish(int(turn % 2), timed.kernelEnd,
                                      site.clock, piece.hostQueries);
    // Of a piece with one behind it that is beside a kernel.
    if (piece.first + piece.count < count)
      hostMs = 0;
    REGTT_CUDA(cudaStreamSynchronize(timed.stream));
    traversals.patch(int(turn % 2), piece.hostResults);
    DeviceTimes ms = {passed(timed.reorderBegin, timed.kernelBegin),
                      passed(timed.kernelBegin, timed.kernelEnd) + hostMs};
    if constexpr (appendsLists<Traversal>)
      ms.kernel += finishLists(piece, turn, site, traversals, objects);
    else
      store(piece, 0, piece.count, objects);
    piece.count = 0;
    return ms;
  }

  void store(const Buffers &piece, std::size_t first, std::size_t last,
             const Objects<Traversal> &objects) const {
    if (std::is_empty_v<Result> || own)
      return;
    session().pool.parallelFor(
        last - first, grain, [&](int, std::size_t from, std::size_t to) {
          for (std::size_t i = first + from; i < first + to; ++i)
            objects.store(piece.first + i, piece.hostResults[i]);
        });
  }

  /// The same of results whose lists are still on the device. Returns for how
  /// many milliseconds kernels ran again.
  template <class Traversals>
  double finishLists(const Buffers &piece, std::size_t turn,
                     const SiteStreams &site, const Traversals &traversals,
                     const Objects<Traversal> &objects) {
    const TimedStream &timed = site.streams[turn % 2];
    if constexpr (Traversals::changesQueries)
      REGTT_CUDA(cudaMemcpyAsync(piece.queries, piece.hostQueries,
                                 piece.count * sizeof(Query),
                                 cudaMemcpyHostToDevice, timed.stream));
    double ms = 0;
    bool ranAgain = false;
    lists.bring(
        int(turn % 2), timed.stream, piece.queries, piece.hostResults,
        piece.order, piece.count,
        [&](const std::uint32_t *numbers, std::size_t number) {
          // Stacks may be the next piece's.
          REGTT_CUDA(cudaStreamWaitEvent(
              timed.stream, site.streams[(turn + 1) % 2].kernelEnd));
          REGTT_CUDA(cudaEventRecord(timed.kernelBegin, timed.stream));
          traversals.again(timed.stream,
                           Queries{piece.queries, piece.results, numbers},
                           number);
          REGTT_CUDA(cudaEventRecord(timed.kernelEnd, timed.stream));
          ranAgain = true;
        },
        [&](std::size_t first, std::size_t last) {
          if (ranAgain)
            ms += passed(timed.kernelBegin, timed.kernelEnd);
          ranAgain = false;
          store(piece, first, last, objects);
        });
    return ms;
  }

  static double passed(cudaEvent_t from, cudaEvent_t to) {
    float ms = 0;
    REGTT_CUDA(cudaEventElapsedTime(&ms, from, to));
    return ms;
  }

  static constexpr std::size_t grain = 1 << 13;
  static constexpr unsigned threads = 256;
  const regtt_call &call;
  const std::size_t count;
  const OwnNumbers<Traversal> *const own;
  std::size_t size;
  Buffers buffers[2];
  double lookedMs = 0; ///< before an engine was chosen
  struct NoLists {
    explicit NoLists(SiteStreams &) {}
  };
  std::conditional_t<appendsLists<Traversal>, ResultLists<Traversal>, NoLists>
      lists;
};

} // namespace regtt::rt::cuda::detail
