/// Runs a call on the current CUDA device: linearises the tree into pinned
/// memory, copies it and the queries, runs one engine, brings results back.
/// Only for nvcc (-std=c++20, cudart static; -fmad=false for strict results).
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/linearise.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/core/visit_counters.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/host/absent_tree.h>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/staged_results.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace regtt::rt::cuda {

namespace detail {

/// The buffers of one piece of the queries.
template <class Query> struct Piece {
  using Result = typename Query::Result;
  std::size_t size; ///< queries in a piece
  Query *hostQueries;
  Result *hostResults;
  Query *queries;
  Result *results;

  /// As large as memory allows, up to all `count`. Throws OutOfMemory.
  explicit Piece(std::size_t count) {
    constexpr std::size_t largest = std::size_t{256} << 20;
    constexpr std::size_t smallest = 1 << 14;
    size = std::min(count, largest / std::max(sizeof(Query), sizeof(Result)));
    while (true) {
      try {
        Device &dev = device();
        queries = reinterpret_cast<Query *>(
            dev.queries.reserve(size * sizeof(Query)));
        results = reinterpret_cast<Result *>(
            dev.results.reserve(size * sizeof(Result)));
        hostQueries = reinterpret_cast<Query *>(
            dev.hostQueries.reserve(size * sizeof(Query)));
        hostResults = reinterpret_cast<Result *>(
            dev.hostResults.reserve(size * sizeof(Result)));
        return;
      } catch (const OutOfMemory &) {
        if (size <= smallest)
          throw;
        size /= 2;
      }
    }
  }
};

/// Runs the plan on iterations [first, first + count). Synchronises with the
/// stream. Returns the kernel's milliseconds.
template <class Op>
double runPiece(SiteStream &site, const Plan<Op> &plan, const Op &op,
                const Piece<typename Plan<Op>::Query> &piece,
                const Objects<typename Op::Traversal> &objects,
                std::size_t first, std::size_t count) {
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  constexpr std::size_t grain = 1 << 13;
  Pool &pool = session().pool;
  pool.parallelFor(count, grain, [&](int, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      piece.hostQueries[i] = objects.load(first + i);
  });
  REGTT_CUDA(cudaMemcpyAsync(piece.queries, piece.hostQueries,
                             count * sizeof(Query), cudaMemcpyHostToDevice,
                             site.stream));
  REGTT_CUDA(cudaEventRecord(site.kernelBegin, site.stream));
  plan.kernel<<<plan.blocks(count), plan.blockThreads, plan.sharedBytes,
                site.stream>>>(op, {piece.queries, piece.results},
                               std::uint32_t(count), plan.space);
  REGTT_CUDA(cudaGetLastError());
  REGTT_CUDA(cudaEventRecord(site.kernelEnd, site.stream));
  REGTT_CUDA(cudaMemcpyAsync(piece.hostResults, piece.results,
                             count * sizeof(typename Query::Result),
                             cudaMemcpyDeviceToHost, site.stream));
  REGTT_CUDA(cudaStreamSynchronize(site.stream));
  pool.parallelFor(count, grain, [&](int, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      objects.store(first + i, piece.hostResults[i]);
  });
  float ms = 0;
  REGTT_CUDA(cudaEventElapsedTime(&ms, site.kernelBegin, site.kernelEnd));
  return ms;
}

/// Takes all queries through the tree, whose `bytes` bytes of records lie at
/// `from` and belong at `to`, once everything else is on the device. Returns an
/// empty text, or a refusal; nothing of the user's was changed then.
template <class Engine, class Op>
std::string runPieces(Session &session, const regtt_call &call,
                      SiteStream &site, const Op &op, const void *from,
                      void *to, std::size_t bytes, Stopwatch &watch) {
  using Traversal = typename Op::Traversal;
  const Piece<typename Traversal::Query> piece(numCalls(call));
  Objects<Traversal> objects(call, &session.starts);
  stageResults(session, call, objects);
  const Plan<Op> launchPlan = plan<Engine, Op>(session.order, piece.size, site);
  session.report.lineariseMs = watch.lap();
  REGTT_CUDA(
      cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, site.stream));
  for (std::size_t first = 0; first < numCalls(call); first += piece.size)
    session.report.kernelMs +=
        runPiece(site, launchPlan, op, piece, objects, first,
                 std::min(piece.size, numCalls(call) - first));
  return storeResults(session, call, objects);
}

/// The same on the call's arrays, which are gathered before in pinned memory,
/// what finishes the nodes' records that tell where theirs start, and scattered
/// again afterwards. Returns an empty text, or a refusal.
template <class Engine, class Children, class Op, class Records>
std::string runOnArrays(Session &session, const regtt_call &call,
                        const WrittenBytes &written, SiteStream &site, Op &op,
                        const Records &hostRecords, const void *from, void *to,
                        std::size_t bytes, Stopwatch &watch) {
  Device &dev = device();
  GatheredArrays<typename Op::Traversal, Children> arrays(
      call, written, hostRecords, session.order.numNodes, op.u, true);
  if (std::string error = arrays.count(session); !error.empty())
    return error;
  std::byte *host = dev.hostArrays.reserve(arrays.bytes());
  std::byte *memory = dev.arrays.reserve(arrays.bytes());
  if (std::string error = arrays.gather(session, host); !error.empty())
    return error;
  REGTT_CUDA(cudaMemcpyAsync(memory, host, arrays.bytes(),
                             cudaMemcpyHostToDevice, site.stream));
  op.arrays = arrays.at(memory);
  if (std::string error =
          runPieces<Engine>(session, call, site, op, from, to, bytes, watch);
      !error.empty())
    return error;
  if constexpr (writesArrays<typename Op::Traversal>) {
    arrays.eachWritten([&](std::size_t offset, std::size_t size) {
      REGTT_CUDA(cudaMemcpyAsync(host + offset, memory + offset, size,
                                 cudaMemcpyDeviceToHost, site.stream));
    });
    REGTT_CUDA(cudaStreamSynchronize(site.stream));
    arrays.scatter(session, host);
  }
  return {};
}

/// The table of the trees' roots, in device memory once the stream is there.
template <class Traversal>
Roots<Traversal::numRootGroups> copyRoots(const Trees &trees,
                                          const SiteStream &site) {
  const std::size_t bytes = trees.links().size() * sizeof(Link);
  std::byte *memory = device().roots.reserve(bytes);
  if (bytes != 0)
    REGTT_CUDA(cudaMemcpyAsync(memory, trees.links().data(), bytes,
                               cudaMemcpyHostToDevice, site.stream));
  return trees.at<Traversal::numRootGroups>(
      reinterpret_cast<const Link *>(memory));
}

template <class Traversal, class Engine>
int run(const regtt_call &call, [[maybe_unused]] const WrittenBytes &written) {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  using Op = Launched<typename Traversal::template Operator<Children>>;
  using Records = typename Traversal::template Records<Children>;
  Session &s = session();
  s.report.variant = Engine::name;
  Stopwatch watch;
  if (!orderTree<Traversal, Children>(call, true))
    return REGTT_REFUSED;
  if (isAbsentTree<Traversal>(s)) {
    const std::string error = answerAbsentTree<Op>(s, call);
    return error.empty() ? REGTT_DONE : refuse(call, error);
  }

  Device &dev = device();
  SiteStream &site = dev.streams[call.site];
  const RecordLayout<Records> layout(s.order);
  std::byte *hostRecords = dev.hostRecords.reserve(layout.bytes);
  std::byte *records = dev.records.reserve(layout.bytes);
  const bool isFull = copyRecords<Traversal, Children>(s, call, hostRecords);
  if (const std::string error = s.watch.refusal(); !error.empty())
    return refuse(call, error);
  Op op;
#ifdef REGTT_COUNT_VISITS
  op.counters = reinterpret_cast<VisitCounters *>(
      dev.counters.reserve(sizeof(VisitCounters)));
  REGTT_CUDA(
      cudaMemsetAsync(op.counters, 0, sizeof(VisitCounters), site.stream));
#endif
  op.tree = layout.at(records, isFull);
  op.u = uniformsOf<Traversal>(call);
  if constexpr (hasProgram<Traversal>)
    op.roots = copyRoots<Traversal>(s.trees, site);
  if constexpr (hasArrays<Traversal>) {
    if (const std::string error = runOnArrays<Engine, Children>(
            s, call, written, site, op, layout.at(hostRecords), hostRecords,
            records, layout.bytes, watch);
        !error.empty())
      return refuse(call, error);
  } else {
    if (const std::string error = runPieces<Engine>(
            s, call, site, op, hostRecords, records, layout.bytes, watch);
        !error.empty())
      return refuse(call, error);
  }
  s.report.transferMs = watch.lap() - s.report.kernelMs;
#ifdef REGTT_COUNT_VISITS
  VisitCounters counted;
  REGTT_CUDA(cudaMemcpyAsync(&counted, op.counters, sizeof counted,
                             cudaMemcpyDeviceToHost, site.stream));
  REGTT_CUDA(cudaStreamSynchronize(site.stream));
  s.report.visits = counted.visits;
  s.report.warpSteps = counted.warpSteps;
#endif
  return REGTT_DONE;
}

/// Whether the code in this program runs on the current device.
template <class Traversal, class Engine> std::string whyNotRunnable() {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  using Op = Launched<typename Traversal::template Operator<Children>>;
  using Stacks =
      std::conditional_t<keepsStacks<Engine>, SharedStacks, NoStacks>;
  cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(
      &attributes, &traverse<Engine, Stacks, Op, typename Traversal::Query>);
  if (error == cudaSuccess)
    return {};
  (void)cudaGetLastError();
  return cudaGetErrorString(error);
}

/// Notes why the device cannot be used; REGTT_TARGET=auto goes on with another
/// target, but not without a word.
inline int unavailable(const regtt_call &call, const std::string &why) {
  session().report.unavailable = why;
  if (session().environment.target == Target::Auto)
    warn(call, "the CUDA device is not used: " + why);
  return REGTT_UNAVAILABLE;
}

template <class Traversal, class Engine>
int tryRun(const regtt_call &call, const WrittenBytes &written) {
  if (const std::string why = whyNotRunnable<Traversal, Engine>(); !why.empty())
    return unavailable(call, why);
  try {
    return run<Traversal, Engine>(call, written);
  } catch (const OutOfMemory &error) {
    return unavailable(call, error.what);
  }
}

} // namespace detail

/// Runs a call. `Engines` are the legal ones, best first; REGTT_VARIANT chooses
/// among them by name. Works on a stream of the call site's own, which is
/// synchronised on return: REGTT_DONE when all results are in the user's
/// objects, REGTT_UNAVAILABLE without a usable device or where its memory does
/// not suffice, or REGTT_REFUSED.
template <class Traversal, class... Engines>
int launch(const regtt_call &call) {
  static_assert(sizeof...(Engines) > 0);
  static constexpr const char *names[] = {Engines::name...};
  static constexpr int (*runs[])(const regtt_call &, const WrittenBytes &) = {
      &detail::tryRun<Traversal, Engines>...};
  if (const std::string why = whyUnavailable(); !why.empty()) {
    session().report.unavailable = why;
    return REGTT_UNAVAILABLE;
  }
  const int variant = chooseVariant(call, names, sizeof...(Engines));
  if (variant < 0)
    return REGTT_REFUSED;
  WrittenBytes written;
  const std::string clash = checkCall<Traversal>(call, written);
  if (!clash.empty())
    return refuse(call, clash);
  return runs[variant](call, written);
}

} // namespace regtt::rt::cuda
