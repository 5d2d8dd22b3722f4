/// The host's part in stragglers (core/stragglers.h): it takes those that a
/// kernel gives up through the tree while the kernel goes on with the others.
/// Only for nvcc.
#pragma once

#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/stragglers.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/run_engine.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/straggler_habit.h>
#include <regtt/rt/host/told_queries.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace regtt::rt::cuda::detail {

/// Whether the host may finish what a kernel began: all that a query changes is
/// the query (lists of any length lie elsewhere), the traversal is all that is
/// done with it, and it comes to the same bits. Where no visit changes the way
/// of its query, none is alone in being late: those that lie near it visit what
/// it visits.
template <class Engine, class Traversal>
inline constexpr bool finishesStragglers =
    isWatchable<Engine> && !rt::detail::stableCalls<Traversal> &&
    rt::detail::sameOnHost<Traversal> && !hasProgram<Traversal> &&
    !hasArrays<Traversal> && !appendsLists<Traversal>;

/// How many queries the host takes over from a launch: a few a thread, which
/// are done while the kernel finishes others; more would be for nothing, where
/// many are late.
inline std::uint32_t roomForStragglers() {
  return std::uint32_t(session().pool.numWorkers()) * 4;
}

/// Whether to watch a site's launches.
inline bool watchesStragglers(const StragglerHabit &habit) {
  switch (session().environment.stragglers) {
  case Finish::OnHost:
    return true;
  case Finish::OnDevice:
    return false;
  default:
    return habit.watches();
  }
}

/// The queries that the launch of a piece gives up. The host's operator reads
/// the tree in the host's memory.
template <class Engine, class Op> class Stragglers {
  using Query = typename Op::Traversal::Query;
  using Result = typename Query::Result;

public:
  /// All memory that is needed is had then. Throws OutOfMemory or
  /// std::bad_alloc.
  Stragglers(const Op &hostOp, PieceMemory &memory)
      : op(hostOp), room(roomForStragglers()),
        progress(reinterpret_cast<LaunchProgress *>(
            memory.progress.reserve(sizeof(LaunchProgress)))),
        givenUp(reinterpret_cast<std::uint32_t *>(
            memory.givenUp.reserve(room * sizeof(std::uint32_t)))),
        stacks(session()), results(room), times(room) {}

  /// For the next launch, of `count` queries, on `stream`; the last one's are
  /// finished.
  StragglerWatch watch(cudaStream_t stream, std::size_t count) {
    std::fill_n(givenUp, room, 0);
    taken = 0;
    REGTT_CUDA(cudaMemsetAsync(progress, 0, sizeof *progress, stream));
    return {progress, givenUp, room,
            std::uint32_t((count + warpSize - 1) / warpSize)};
  }

  /// Takes queries as the kernel gives them up, until both are done. Returns
  /// for how many milliseconds the kernel was done before; `clock` is idle.
  double finish(cudaEvent_t kernelEnd, const TimedStream &clock,
                const Query *queries) {
    taken = ToldQueries(givenUp, room)
                .takeAll(
                    session().pool, [&] { return isOver(kernelEnd); },
                    [&](int worker, std::uint32_t place) {
                      Stopwatch watch;
                      auto stack = stacks.of(worker);
                      Engine::run(op, GivenUp{*this, queries},
                                  HostWorker{place, place + 1}, stack);
                      times[place] = watch.lap();
                    });
    if (taken == 0)
      return 0;
    REGTT_CUDA(cudaEventRecord(clock.kernelEnd, clock.stream));
    REGTT_CUDA(cudaEventSynchronize(clock.kernelEnd));
    float ms = 0;
    REGTT_CUDA(cudaEventElapsedTime(&ms, kernelEnd, clock.kernelEnd));
    return std::max(ms, 0.f);
  }

  /// Once the kernel's results are there.
  void patch(Result *all) const {
    for (std::size_t k = 0; k < taken; ++k)
      all[givenUp[k] - 1] = results[k];
  }

  std::size_t size() const { return taken; }
  /// What the host took for the one that took it longest.
  double longestMs() const {
    return taken == 0
               ? 0
               : *std::max_element(times.begin(), times.begin() + long(taken));
  }

private:
  /// By place, as an engine takes them.
  struct GivenUp {
    Stragglers &all;
    const Query *queries;

    REGTT_OP Query load(std::size_t place) const {
      return queries[all.givenUp[place] - 1];
    }
    REGTT_OP void store(std::size_t place, const Result &result) const {
      all.results.data()[place] = result;
    }
  };

  static bool isOver(cudaEvent_t event) {
    const cudaError_t error = cudaEventQuery(event);
    if (error == cudaErrorNotReady) {
      (void)cudaGetLastError();
      return false;
    }
    check(error, "cudaEventQuery", __FILE__, __LINE__);
    return true;
  }

  const Op op;
  const std::uint32_t room;
  LaunchProgress *const progress;
  std::uint32_t *const givenUp; ///< [room], pinned
  const HostStacks<Engine, typename Op::Traversal> stacks;
  std::vector<Result> results; ///< [room]
  std::vector<double> times;   ///< [room] milliseconds
  std::size_t taken = 0;       ///< of them, all at the beginning
};

} // namespace regtt::rt::cuda::detail
