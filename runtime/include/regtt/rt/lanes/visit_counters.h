/// Counts what engines for lanes do, for programs compiled with
/// REGTT_COUNT_VISITS (core/visit_counters.h): how many lanes make a visit
/// together, laneVisits / laneSteps of numLanes, and how long the lists are in
/// which queries come to a node (packed.h), listed / lists. Visits that lanes
/// do not make, because too few queries are left, count among all visits alone.
#pragma once

#include <regtt/rt/core/visit_counters.h>
#include <regtt/rt/lanes/mask.h>

namespace regtt::rt {
namespace {

#ifdef REGTT_COUNT_VISITS

namespace lane {
REGTT_OP void add(unsigned long long &counter, std::size_t count) {
  __atomic_fetch_add(&counter, count, __ATOMIC_RELAXED);
}
} // namespace lane

/// A traversal of lanes that counts.
template <class Lanes> struct CountedLanes : Lanes {
  template <class Op, class... Rest>
  REGTT_OP static void enter(const Op &op, Mask there, Rest &&...rest) {
    count(op, there);
    Lanes::enter(op, there, static_cast<Rest &&>(rest)...);
  }
  template <class Op, class... Rest>
  REGTT_OP static void resume(const Op &op, Mask there, Rest &&...rest) {
    count(op, there);
    Lanes::resume(op, there, static_cast<Rest &&>(rest)...);
  }

private:
  template <class Op> REGTT_OP static void count(const Op &op, Mask there) {
    lane::add(op.counters->visits, std::size_t(there.size()));
    lane::add(op.counters->warpSteps, 1);
    lane::add(op.counters->laneVisits, std::size_t(there.size()));
    lane::add(op.counters->laneSteps, 1);
  }
};

/// A list of so many queries comes to a node.
template <class Op> REGTT_OP void countList(const Op &op, int length) {
  lane::add(op.counters->lists, 1);
  lane::add(op.counters->listed, std::size_t(length));
}

template <class Engine> struct CountedEngine;
template <template <class, class> class Engine, class Op, class Lanes>
struct CountedEngine<Engine<Op, Lanes>> {
  using Type = Engine<Counted<Op>, CountedLanes<Lanes>>;
};

/// The engine that a unit runs.
template <class Engine>
using LaunchedEngine = typename CountedEngine<Engine>::Type;

#else

template <class Op> REGTT_OP void countList(const Op &, int) {}

template <class Engine> using LaunchedEngine = Engine;

#endif

} // namespace
} // namespace regtt::rt
