/// Chooses how a call runs: which engine, and in what order its queries. Where
/// nothing is known a rule decides; calls that come again are measured, other
/// ways are tried as far as a budget goes, and the best one stays.
///
/// What was learned is kept in a tuning file, REGTT_TUNE_FILE, or else
/// regtt/tuning in XDG_CACHE_HOME or in .cache of HOME, if REGTT_TUNE=write; it
/// is read unless REGTT_TUNE=off. A line is a call site on a device with about
/// so many queries and nodes (numbers of so many bits), and its best way,
/// separated by tabs:
///
///   FILE:LINE TRAVERSAL DEVICE QUERIES NODES ENGINE REORDER NS_PER_QUERY
///
/// Until a site's first tree was walked its nodes are not known: of several
/// lines the one that was written last is taken then.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/curve.h>
#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/history.h>
#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/loop_lengths.h>
#include <regtt/rt/core/reorder.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/host/arrays_of_queries.h>
#include <regtt/rt/host/way.h>

#include <array>
#include <cstddef>
#include <string>

namespace regtt::rt {

/// An engine of a call as far as choosing goes.
struct EngineOffer {
  const char *name;
  /// Why its queries cannot be brought into an order of that kind; null: they
  /// can.
  std::array<const char *, Reorder::numKinds> whyNot;
  /// From so many queries on those in no order are sorted at first sight, and
  /// then with the best engine; 0: never. The same for all engines of a site.
  std::size_t sortsFrom;
  bool runsInStep; ///< lanes that differ hold each other up
  /// Among the engines for queries that are in order: the least is best.
  int rankInOrder;
  bool recurses = false; ///< takes many times as long as all others
  /// Of a loop without a traversal, what it makes of the lengths of its inner
  /// loops; null: nothing.
  Fit (*fit)(const LoopLengths &) = nullptr;
};

/// `device`: of the launcher, as the tuning file names it.
Way chooseWay(const regtt_call &call, const std::string &device,
              const EngineOffer *offers, int count);

/// The same once the inner loops of a call were looked at whose way
/// `looksAtLengths`; what they are is known from then on.
Way chooseByLengths(const regtt_call &call, const std::string &device,
                    const EngineOffer *offers, int count,
                    const LoopLengths &lengths);

/// After a call that ran in the session's way: learns from its report. Never
/// throws.
void noteWay(const regtt_call &call, const std::string &device,
             const EngineOffer *offers) noexcept;

namespace detail {

/// Whether the lanes of a warp go the same way, so that it matters whose they
/// are.
template <class Engine> constexpr bool runsInStep() {
  if constexpr (requires { Engine::runsInStep; })
    return Engine::runsInStep;
  else
    return Engine::needsWarp;
}

template <class Engine, class Traversal> constexpr int rankInOrder() {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  if constexpr (requires { Engine::rankInOrder; })
    return Engine::rankInOrder;
  else if constexpr (isSplitRope<Children>)
    return 0;
  else if constexpr (hasRopes<Children> && !runsInStep<Engine>())
    return 1;
  else if constexpr (runsInStep<Engine>())
    return 2;
  else
    return 3;
}

template <class Engine> constexpr Fit (*fitOf())(const LoopLengths &) {
  if constexpr (requires { Engine::fit; })
    return &Engine::fit;
  else
    return nullptr;
}

/// By Reorder::Kind.
template <class Traversal, class Children>
constexpr std::array<const char *, Reorder::numKinds> obstaclesToOrders() {
  constexpr bool writes = writesArrays<Traversal>;
  std::array<const char *, Reorder::numKinds> whyNot = {};
  whyNot[Reorder::Inspect] = whyNot[Reorder::Hybrid] =
      whyNotInspected<Traversal, Children>(writes);
  whyNot[Reorder::Curve] = whyNoCurve<Traversal>();
  whyNot[Reorder::HandOver] = whyNotHandedOver<Traversal, Children>();
  whyNot[Reorder::History] = whyNoHistory<Traversal, Children>(writes);
  return whyNot;
}

/// Whether a visit may call more than one child.
template <class Traversal> constexpr bool callsSeveral() {
  if constexpr (requires { Traversal::maxRopes; })
    return Traversal::maxRopes > 1;
  else
    return true; // of a list
}

} // namespace detail

/// Fewer queries are sorted neither at first sight nor in a trial, only where
/// an order is asked for or in the tuning file. On CPUs 40,000 earn their
/// sorting (two threads, point correlation: 22.0 ms to 17.7 + 2.5); on GPUs,
/// which run so few at once, it is an assumption.
inline constexpr std::size_t fewToSort = 1 << 15;

/// Queries of long ways through the tree, which no bound cuts short and which
/// are more than one path down, are worth sorting at first sight, from
/// `sortsFrom` of them on.
template <class Traversal, class Engine>
constexpr EngineOffer offerOf(std::size_t sortsFrom) {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  return {Engine::name,
          detail::obstaclesToOrders<Traversal, Children>(),
          detail::stableCalls<Traversal> && detail::callsSeveral<Traversal>()
              ? sortsFrom
              : 0,
          detail::runsInStep<Engine>(),
          detail::rankInOrder<Engine, Traversal>(),
          Engine::stackKind == StackKind::Calls,
          detail::fitOf<Engine>()};
}

} // namespace regtt::rt
