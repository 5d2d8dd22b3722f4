/// What runs on each piece of a call's queries: the traversals from the root,
/// or what is left of them. Only for nvcc.
///
/// launch(stream, b, queries, count, orders) launches the kernel for the piece
/// in buffers `b`, 0 or 1; finish(b, kernelEnd, clock, queries) does what is
/// left to the host meanwhile, and returns for how many milliseconds it went on
/// alone, by an idle stream; patch(b, results) adds what came of that, once the
/// kernel's are there. again(stream, queries, count) takes queries from the
/// root a second time, with an operator of its own that finds in written arrays
/// what the first one found there. `changesQueries`: what queries were when
/// they came is gone after launch().
#pragma once

#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/cuda/stragglers.cuh>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>

namespace regtt::rt::cuda::detail {

/// What queries run by that run a second time, or are only to be looked at:
/// where arrays are written that has copies of them, which are made before.
template <class Op> struct SecondOperator {
  Op op;
  void *to = nullptr;
  const void *from = nullptr;
  std::size_t bytes = 0;

  void save(cudaStream_t stream) const {
    if (bytes != 0)
      REGTT_CUDA(
          cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
  }
};

/// From the root.
template <class Engine, class Op> class WholeWays {
  using Queries = QueryArrays<typename Op::Traversal::Query>;

public:
  WholeWays(const Op &op, const SecondOperator<Op> &second,
            std::size_t pieceSize, SiteStreams &site)
      : op(op), second(second),
        plan(detail::plan<Engine, Op, Queries>(session().order, pieceSize, site,
                                               memoryOf<Engine>())) {}

  void launch(cudaStream_t stream, int, const Queries &queries,
              std::size_t count, OrderMemory &) const {
    plan.launch(stream, op, queries, count);
  }
  void again(cudaStream_t stream, const Queries &queries,
             std::size_t count) const {
    plan.launch(stream, second.op, queries, count);
  }
  double finish(int, cudaEvent_t, const TimedStream &, const void *) const {
    return 0;
  }
  void patch(int, void *) const { plan.noteChildren(); }

  static constexpr bool changesQueries = false;

private:
  const Op &op;
  const SecondOperator<Op> &second;
  const Plan<Op, Queries> plan;
};

/// From the root; the host finishes stragglers. `hostOp` reads the tree in the
/// host's memory.
template <class Engine, class Op> class WatchedWays {
  using Query = typename Op::Traversal::Query;
  using Watched = WatchedQueries<Query>;

public:
  WatchedWays(const Op &op, const Op &hostOp, std::size_t pieceSize,
              SiteStreams &site)
      : op(op), plan(detail::plan<Engine, WatchedOperator<Op>, Watched>(
                    session().order, pieceSize, site, device().stacks)),
        stragglers{{hostOp, device().pieces[0]}, {hostOp, device().pieces[1]}} {
  }

  void launch(cudaStream_t stream, int b, const QueryArrays<Query> &queries,
              std::size_t count, OrderMemory &) {
    const StragglerWatch watch = stragglers[b].watch(stream, count);
    plan.launch(stream, WatchedOperator<Op>{op, watch}, Watched{queries, watch},
                count);
  }
  double finish(int b, cudaEvent_t kernelEnd, const TimedStream &clock,
                const Query *queries) {
    const double ms = stragglers[b].finish(kernelEnd, clock, queries);
    CallReport &report = session().report;
    report.stragglers += stragglers[b].size();
    report.longestStragglerMs =
        std::max(report.longestStragglerMs, stragglers[b].longestMs());
    return ms;
  }
  void patch(int b, typename Query::Result *results) const {
    stragglers[b].patch(results);
  }

  static constexpr bool changesQueries = false;

private:
  const Op &op;
  const Plan<WatchedOperator<Op>, Watched> plan;
  Stragglers<Engine, Op> stragglers[2];
};

/// What is left of queries that `reordering` hands over.
template <class Engine, class Op, class Reordering> class RestWays {
  using Query = typename Op::Traversal::Query;
  using Rests = RestQueries<Query>;

public:
  RestWays(const Op &op, const SecondOperator<Op> &second,
           std::size_t pieceSize, SiteStreams &site,
           const Reordering &reordering)
      : op(op), plan(detail::plan<RestOf<Engine>, Op, Rests>(
                    session().order, pieceSize, site, device().stacks)),
        whole(op, second, pieceSize, site), reordering(reordering) {}

  void launch(cudaStream_t stream, int, const QueryArrays<Query> &queries,
              std::size_t count, OrderMemory &orders) const {
    plan.launch(stream, op, Rests{queries, reordering.rests(orders)}, count);
  }
  void again(cudaStream_t stream, const QueryArrays<Query> &queries,
             std::size_t count) const {
    whole.again(stream, queries, count);
  }
  double finish(int, cudaEvent_t, const TimedStream &, const void *) const {
    return 0;
  }
  void patch(int, void *) const {}

  static constexpr bool changesQueries = true;

private:
  const Op &op;
  const Plan<Op, Rests> plan;
  const WholeWays<Engine, Op> whole;
  const Reordering &reordering;
};

} // namespace regtt::rt::cuda::detail
