/// Counts what engines do, for programs compiled with REGTT_COUNT_VISITS
/// (`regtt-cc --count-visits`): visits of nodes, resume points included, and
/// the steps that warps take for them. A warp that makes several lanes' visits
/// at once takes one step, so visits / (32 * steps) is its efficiency.
#pragma once

#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

namespace regtt::rt {

#ifdef REGTT_COUNT_VISITS

struct VisitCounters {
  unsigned long long visits, warpSteps;
  /// Of engines for lanes (lanes/visit_counters.h).
  unsigned long long laneVisits, laneSteps, lists, listed;

  /// A lane's visit, beside those of the lanes that make theirs with it.
  REGTT_OP void count() {
#ifdef __CUDA_ARCH__
    const unsigned lanes = __activemask();
    if ((threadIdx.x & 31) == unsigned(__ffs(int(lanes)) - 1)) {
      atomicAdd(&visits, static_cast<unsigned long long>(__popc(lanes)));
      atomicAdd(&warpSteps, 1ull);
    }
#else
    __atomic_fetch_add(&visits, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&warpSteps, 1, __ATOMIC_RELAXED);
#endif
  }
};

/// An operator that counts.
template <class Op> struct Counted : Op {
  using Plain = Op;
  VisitCounters *counters;

  template <class Query, class Record, class Args, class Ropes>
  REGTT_OP void enter(Query &query, Link self, const Record &record,
                      const Args &args, Ropes &ropes) const {
    counters->count();
    Op::enter(query, self, record, args, ropes);
  }
  // Where the tests are asked by themselves, each is a visit.
  template <class Query, class Record, class Args>
  REGTT_OP bool truncates(const Query &query, Link self, const Record &record,
                          const Args &args) const {
    counters->count();
    return Op::truncates(query, self, record, args);
  }
  template <class Query, class Record, class Live, class Ropes>
  REGTT_OP void resume(Query &query, Link self, const Record &record,
                       Live &live, Ropes &ropes) const {
    counters->count();
    Op::resume(query, self, record, live, ropes);
  }
};

/// The operator that a launcher runs.
template <class Op> using Launched = Counted<Op>;

#else

template <class Op> using Launched = Op;

#endif

} // namespace regtt::rt
