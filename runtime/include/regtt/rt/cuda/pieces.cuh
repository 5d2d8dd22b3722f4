/// Takes queries through a tree that is on the device: all at once, or, where
/// they are many, piece by piece, so that one is gathered and copied while
/// another runs. Only for nvcc.
#pragma once

#include <regtt/rt/core/objects.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace regtt::rt::cuda::detail {

/// The queries of one call in pieces that take turns in two sets of buffers,
/// each with a stream of its own; their kernels run one after the other.
template <class Op> class Pieces {
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  using Result = typename Query::Result;

public:
  /// Makes room for pieces as large as memory allows, and at most 128 MiB.
  /// Throws OutOfMemory.
  Pieces(std::size_t count, const SiteStreams &site) : count(count) {
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

  /// Runs all of them after what waits on site.stream. Synchronises with the
  /// site's streams. Returns the kernels' milliseconds.
  double run(SiteStreams &site, const Plan<Op> &plan, const Op &op,
             const Objects<Traversal> &objects) {
    double ms = 0;
    std::size_t turn = 0;
    for (std::size_t first = 0; first < count; first += size, ++turn) {
      Buffers &piece = buffers[turn % 2];
      ms += finish(piece, site.streams[turn % 2], objects);
      piece.first = first;
      piece.count = std::min(size, count - first);
      start(piece, site, turn, plan, op, objects);
    }
    // The older one first.
    ms += finish(buffers[turn % 2], site.streams[turn % 2], objects);
    ++turn;
    ms += finish(buffers[turn % 2], site.streams[turn % 2], objects);
    return ms;
  }

private:
  struct Buffers {
    Query *hostQueries;
    Result *hostResults;
    Query *queries;
    Result *results;
    std::size_t first = 0, count = 0; ///< of the piece that runs; 0: none does
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

  void start(const Buffers &piece, SiteStreams &site, std::size_t turn,
             const Plan<Op> &plan, const Op &op,
             const Objects<Traversal> &objects) const {
    const TimedStream &own = site.streams[turn % 2];
    session().pool.parallelFor(
        piece.count, grain, [&](int, std::size_t from, std::size_t to) {
          for (std::size_t i = from; i < to; ++i)
            piece.hostQueries[i] = objects.load(piece.first + i);
        });
    REGTT_CUDA(cudaMemcpyAsync(piece.queries, piece.hostQueries,
                               piece.count * sizeof(Query),
                               cudaMemcpyHostToDevice, own.stream));
    // Stacks are the kernel's before it until that is done.
    if (turn > 0)
      REGTT_CUDA(cudaStreamWaitEvent(own.stream,
                                     site.streams[(turn + 1) % 2].kernelEnd));
    REGTT_CUDA(cudaEventRecord(own.kernelBegin, own.stream));
    plan.kernel<<<plan.blocks(piece.count), plan.blockThreads, plan.sharedBytes,
                  own.stream>>>(op, {piece.queries, piece.results},
                                std::uint32_t(piece.count), plan.space);
    REGTT_CUDA(cudaGetLastError());
    REGTT_CUDA(cudaEventRecord(own.kernelEnd, own.stream));
    REGTT_CUDA(cudaMemcpyAsync(piece.hostResults, piece.results,
                               piece.count * sizeof(Result),
                               cudaMemcpyDeviceToHost, own.stream));
  }

  /// Waits for a piece, if one runs, and scatters its results. Returns its
  /// kernel's milliseconds.
  double finish(Buffers &piece, const TimedStream &own,
                const Objects<Traversal> &objects) const {
    if (piece.count == 0)
      return 0;
    REGTT_CUDA(cudaStreamSynchronize(own.stream));
    session().pool.parallelFor(
        piece.count, grain, [&](int, std::size_t from, std::size_t to) {
          for (std::size_t i = from; i < to; ++i)
            objects.store(piece.first + i, piece.hostResults[i]);
        });
    piece.count = 0;
    float ms = 0;
    REGTT_CUDA(cudaEventElapsedTime(&ms, own.kernelBegin, own.kernelEnd));
    return ms;
  }

  static constexpr std::size_t grain = 1 << 13;
  const std::size_t count;
  std::size_t size;
  Buffers buffers[2];
};

} // namespace regtt::rt::cuda::detail
