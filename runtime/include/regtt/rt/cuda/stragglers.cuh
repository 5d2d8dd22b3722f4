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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace regtt::rt::cuda::detail {

/// Whether the host may finish what a kernel began: all that a query changes is
/// the query, and the traversal is all that is done with it. Where no visit
/// changes the way of its query, none is alone in being late: those that lie
/// near it visit what it visits.
template <class Engine, class Traversal>
inline constexpr bool finishesStragglers =
    isWatchable<Engine> && !rt::detail::stableCalls<Traversal> &&
    !hasProgram<Traversal> && !hasArrays<Traversal>;

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
  /// Throws OutOfMemory.
  Stragglers(const Op &hostOp, PieceMemory &memory)
      : op(hostOp), room(roomForStragglers()),
        progress(reinterpret_cast<LaunchProgress *>(
            memory.progress.reserve(sizeof(LaunchProgress)))),
        givenUp(reinterpret_cast<std::uint32_t *>(
            memory.givenUp.reserve(room * sizeof(std::uint32_t)))) {}

  /// For the next launch, of `count` queries, on `stream`; the last one's are
  /// finished.
  StragglerWatch watch(cudaStream_t stream, std::size_t count) {
    std::fill_n(givenUp, room, 0);
    results.clear();
    REGTT_CUDA(cudaMemsetAsync(progress, 0, sizeof *progress, stream));
    return {progress, givenUp, room,
            std::uint32_t((count + warpSize - 1) / warpSize)};
  }

  /// Takes queries as the kernel gives them up, until both are done. Returns
  /// for how many milliseconds the kernel was done before.
  double finish(cudaEvent_t kernelEnd, const Query *queries) {
    Stopwatch watch;
    bool hasEnded = false;
    while (true) {
      if (!hasEnded && isOver(kernelEnd)) {
        hasEnded = true;
        watch.lap();
      }
      const std::size_t told = numTold();
      if (told == results.size()) {
        if (hasEnded)
          return told == 0 ? 0 : watch.lap();
        continue;
      }
      const std::size_t done = results.size();
      results.resize(told);
      runOnThreads<Engine>(session(), op, GivenUp{*this, queries, done},
                           told - done, 1);
    }
  }

  /// Once the kernel's results are there.
  void patch(Result *all) const {
    for (std::size_t k = 0; k < results.size(); ++k)
      all[givenUp[k] - 1] = results[k];
  }

  std::size_t size() const { return results.size(); }

private:
  /// Those from number `first` on, as an engine takes them.
  struct GivenUp {
    Stragglers &all;
    const Query *queries;
    std::size_t first;

    REGTT_OP Query load(std::size_t k) const {
      return queries[all.givenUp[first + k] - 1];
    }
    REGTT_OP void store(std::size_t k, const Result &result) const {
      all.results.data()[first + k] = result;
    }
  };

  static bool isOver(cudaEvent_t event) {
    const cudaError_t error = cudaEventQuery(event);
    if (error == cudaErrorNotReady) {
      (void)cudaGetLastError();
      return false;
    }
    REGTT_CUDA(error);
    return true;
  }

  /// How many the device has told of, without a gap.
  std::size_t numTold() const {
    std::size_t told = results.size();
    while (told < room &&
           *const_cast<const volatile std::uint32_t *>(givenUp + told) != 0)
      ++told;
    return told;
  }

  const Op op;
  const std::uint32_t room;
  LaunchProgress *const progress;
  std::uint32_t *const givenUp; ///< [room], pinned
  std::vector<Result> results;  ///< of those that were told of
};

} // namespace regtt::rt::cuda::detail
