/// Stragglers: queries that are on their way when nearly all others are done,
/// with many more visits behind them. A device makes the visits of one query
/// one after the other, each as long as its memory takes to answer; a core of
/// the host makes them several times as fast. So a kernel gives a few of them
/// up, and the host takes them through its copy of the tree, from the root and
/// with the query as it came: the result is the same.
///
/// Here is what the kernel does; when it does so is in core/steps.h.
#pragma once

#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

#include <cstdint>

namespace regtt::rt {

/// How far a launch has come; in the device's memory, cleared before.
struct LaunchProgress {
  /// Turns of warps that are done, in the low bits; above, the visits of one
  /// query of each.
  unsigned long long done;
  std::uint32_t numGivenUp; ///< or would have been, had there been room

  static constexpr unsigned turnBits = 26; ///< of 32 queries each
};

/// By what a kernel sees that a query is a straggler. Does not own its memory.
struct StragglerWatch {
  LaunchProgress *progress;
  /// [room] in memory that the host sees, cleared before: one more than the
  /// number of a query that is given up.
  std::uint32_t *givenUp;
  std::uint32_t room;
  std::uint32_t turns; ///< that the launch's warps make in all

  /// Whether to give a query up that has so many visits behind it: as few turns
  /// as there is room for queries are not done, it has had far more visits than
  /// the others, and, as it may be expected to have as many before it, those
  /// take longer than the host takes to begin. If so, `place` is where the host
  /// is to be told.
  REGTT_OP bool givesUp(std::uint32_t visits, std::uint32_t &place) const {
    if (visits < manyVisits)
      return false;
    const unsigned long long done = fresh(&progress->done);
    const auto turnsDone =
        std::uint32_t(done & ((1ull << LaunchProgress::turnBits) - 1));
    const unsigned long long others = done >> LaunchProgress::turnBits;
    if (turns - turnsDone > room ||
        static_cast<unsigned long long>(visits) * turnsDone <=
            manyTimes * others)
      return false;
    place = add(&progress->numGivenUp, 1u);
    return place < room;
  }
  /// Tells the host.
  REGTT_OP void tell(std::uint32_t place, std::uint32_t query) const {
    *const_cast<volatile std::uint32_t *>(givenUp + place) = query + 1;
  }
  /// A turn of a warp is done, one of whose queries had so many visits.
  REGTT_OP void noteTurn(std::uint32_t visits) const {
    add(&progress->done,
        (static_cast<unsigned long long>(visits) << LaunchProgress::turnBits) +
            1);
  }

private:
  static constexpr unsigned long long manyTimes = 8;
  /// A device makes them in half a millisecond; a host begins within a tenth of
  /// one.
  static constexpr std::uint32_t manyVisits = 1024;

  /// What other threads have made of it.
  template <class Number> REGTT_OP static Number fresh(const Number *from) {
#ifdef __CUDA_ARCH__
    return __ldcg(from);
#else
    return __atomic_load_n(from, __ATOMIC_RELAXED);
#endif
  }
  template <class Number> REGTT_OP static Number add(Number *to, Number value) {
#ifdef __CUDA_ARCH__
    return atomicAdd(to, value);
#else
    return __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
#endif
  }
};

/// A query that counts its visits.
template <class Query> struct WatchedQuery : Query {
  /// Visits from one look at the others to the next; few queries have that
  /// many.
  static constexpr int period = 256;

  std::uint32_t visits = 0; ///< or the place, once it is given up
  bool givenUp = false;

  REGTT_OP bool isGivenUp() const { return givenUp; }
  /// It came to its end with so many visits left until the next look.
  REGTT_OP void end(int left) { visits += std::uint32_t(period - left); }

  struct Result {
    typename Query::Result result;
    std::uint32_t visits; ///< or the place
    bool isGivenUp;
  };
  REGTT_OP Result result() const { return {Query::result(), visits, givenUp}; }
};

/// An operator whose queries are watched.
template <class Op> struct WatchedOperator : Op {
  StragglerWatch watch;

  /// Looks around, a period of visits after the last time: whether the query
  /// ends here.
  template <class Query> REGTT_OP bool givesUp(Query &query) const {
    query.visits += Query::period;
    std::uint32_t place;
    if (!watch.givesUp(query.visits, place))
      return false;
    query.visits = place;
    query.givenUp = true;
    return true;
  }
};

namespace detail {
/// A Traversal says by `sameOnHost` that its arithmetic comes to the same bits
/// on a host and on a device.
template <class Traversal> inline constexpr bool sameOnHost = false;
template <class Traversal>
  requires requires { Traversal::sameOnHost; }
inline constexpr bool sameOnHost<Traversal> = Traversal::sameOnHost;
} // namespace detail

/// Whether an engine can be watched: each lane takes queries of its own, by
/// takeSteps() (core/steps.h), which the engine says by `takesSteps`, and what
/// is left of their ways can be dropped.
template <class Engine> inline constexpr bool isWatchable = false;
template <class Engine>
  requires requires { Engine::takesSteps; }
inline constexpr bool isWatchable<Engine> = Engine::takesSteps;

} // namespace regtt::rt
