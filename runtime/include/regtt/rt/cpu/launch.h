/// Runs a call with scalar code on CPU threads: linearises the tree, then lets
/// the pool's threads take queries in pieces.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/linearise.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/core/visit_counters.h>
#include <regtt/rt/cpu/in_order.h>
#include <regtt/rt/cpu/reorder.h>
#include <regtt/rt/host/absent_tree.h>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/run_engine.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/staged_results.h>
#include <regtt/rt/host/tuner.h>

#ifdef REGTT_COUNT_VISITS
#include <regtt/rt/cpu/visit_sets.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

namespace regtt::rt::cpu {

namespace detail {

/// The records of session.order: where one thread wrote them, else together in
/// memory that the session keeps.
template <class Traversal, class Children>
typename Traversal::template Records<Children>
gatherRecords(Session &session, const regtt_call &call) {
  using Records = typename Traversal::template Records<Children>;
  if (session.order.whole())
    return recordsInPlace<Records>(session.order);
  const RecordLayout<Records> layout(session.order);
  std::byte *memory = session.records.reserve(layout.bytes);
  copyRecords<Traversal, Children>(session, call, memory);
  return layout.at(memory);
}

/// Takes queries from the root. Programs that count visits compare those of
/// neighbours, too, where engines take one query after the other.
template <class Engine, class Op, class Queries>
void traverseAll(Session &session, const regtt_call &call, const Op &op,
                 const Queries &queries, std::size_t count) {
  if constexpr (rt::detail::changesInOrder<typename Op::Traversal>)
    return runInOrder<Engine>(session, call, op, queries, count);
#ifdef REGTT_COUNT_VISITS
  if constexpr (!requires { Engine::isForLanes; }) {
    VisitSets sets;
    runOnThreads<Engine>(session, TracedOperator<Op>{op},
                         TracedQueries<Queries>{queries, sets}, count,
                         VisitSets::warpSize);
    const unsigned long long visits = sets.finish(session.report);
    op.counters->visits += visits;
    op.counters->warpSteps += visits;
    return;
  }
#endif
  runOnThreads<Engine>(session, op, queries, count);
}

/// Takes all queries through the tree with one engine. Returns an empty text,
/// or a refusal; nothing was changed then.
template <class Engine, class Children, class Op>
std::string runQueries(Session &session, const regtt_call &call, const Op &op) {
  using Traversal = typename Op::Traversal;
  Objects<Traversal> objects(call, &session.starts);
  stageResults(session, call, objects);
  if (session.way.reorder.isOn() &&
      tryReorder<Children>(session, call, op, objects)) {
    const Place *const places = session.places[call.site].data();
    if constexpr (!whyNotHandedOver<Traversal, Children>())
      if (session.way.reorder.kind == Reorder::HandOver) {
        const HandedOver<Traversal> handed(session, numCalls(call));
        runOnThreads<RestOf<Engine>>(
            session, op,
            RestObjects<Traversal, Objects<Traversal>>{objects, handed.queries,
                                                       places, handed.rests},
            numCalls(call));
        return storeResults(session, call, objects);
      }
    const OrderedObjects<Objects<Traversal>> queries{objects, places};
    traverseAll<Engine>(session, call, op, queries, numCalls(call));
    return storeResults(session, call, objects);
  }
  // Where an iteration is but a short loop, finding its objects takes its time.
  if constexpr (rt::detail::visitsNothing<Traversal> &&
                !writesContainers<Traversal>)
    if (areDirect<Traversal>(call)) {
      traverseAll<Engine>(session, call, op,
                          Objects<Traversal, true>(call, &session.starts),
                          numCalls(call));
      return {};
    }
  traverseAll<Engine>(session, call, op, objects, numCalls(call));
  return storeResults(session, call, objects);
}

/// The same on the call's arrays, which are gathered before and scattered again
/// afterwards. Returns an empty text, or a refusal.
template <class Engine, class Children, class Op>
std::string runOnArrays(Session &session, const regtt_call &call,
                        const WrittenBytes &written, Op &op, Stopwatch &watch) {
  GatheredArrays<typename Op::Traversal, Children> arrays(
      call, written, op.tree, session.order.numNodes, op.u, false);
  if (std::string error = arrays.count(session); !error.empty())
    return error;
  std::byte *memory =
      session.arrays.reserve(arrays.bytes() + arrays.treeBytes());
  std::byte *ofTree = memory + arrays.bytes();
  if (std::string error = arrays.gather(session, memory, ofTree);
      !error.empty())
    return error;
  op.arrays = arrays.at(memory, ofTree);
  rt::detail::deferTo(op, session.deferred);
  session.report.lineariseMs = watch.lap();
  if (std::string error = runQueries<Engine, Children>(session, call, op);
      !error.empty())
    return error;
  arrays.scatter(session, memory);
  return {};
}

template <class Traversal, class Engine>
int run(const regtt_call &call, [[maybe_unused]] const WrittenBytes &written) {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  using Op = Launched<typename Traversal::template Operator<Children>>;
  Session &s = session();
  s.report.variant = Engine::name;
  Stopwatch watch;
  if constexpr (hasProgram<Traversal>)
    if (const std::string error = collectTrees<Traversal>(s.trees, call);
        !error.empty())
      return refuse(call, error);
  if (!orderTree<Traversal, Children>(call, false))
    return REGTT_REFUSED;
  if (isAbsentTree<Traversal>(s)) {
    const std::string error = answerAbsentTree<Op>(s, call);
    return error.empty() ? REGTT_DONE : refuse(call, error);
  }
  Op op;
#ifdef REGTT_COUNT_VISITS
  VisitCounters counters[2] = {}; // the second: of visits that are made ahead
  op.counters = counters;
#endif
  op.tree = gatherRecords<Traversal, Children>(s, call);
  if (const std::string error = s.watch.refusal(); !error.empty())
    return refuse(call, error);
  op.u = uniformsOf<Traversal>(call);
  if constexpr (hasProgram<Traversal>)
    op.roots = s.trees.at<Traversal::numRootGroups>(s.trees.links().data());
  if constexpr (hasArrays<Traversal>) {
    if (const std::string error =
            runOnArrays<Engine, Children>(s, call, written, op, watch);
        !error.empty())
      return refuse(call, error);
  } else {
    s.report.lineariseMs = watch.lap();
    if (const std::string error = runQueries<Engine, Children>(s, call, op);
        !error.empty())
      return refuse(call, error);
  }
  s.report.kernelMs = watch.lap() - s.report.reorderMs;
#ifdef REGTT_COUNT_VISITS
  s.report.visits = counters[0].visits;
  s.report.warpSteps = counters[0].warpSteps;
  s.report.laneVisits = counters[0].laneVisits;
  s.report.laneSteps = counters[0].laneSteps;
  s.report.lists = counters[0].lists;
  s.report.listed = counters[0].listed;
#endif
  return REGTT_DONE;
}

} // namespace detail

/// Runs a call. `Engines` are the legal ones, best first; REGTT_VARIANT chooses
/// among them by name. Returns REGTT_DONE when all results are in the user's
/// objects, or REGTT_REFUSED.
template <class Traversal, class... Engines>
int launch(const regtt_call &call, const std::string &target = "cpu") {
  static_assert(sizeof...(Engines) > 0);
  // What takes many queries together brings them into an order by itself.
  constexpr bool sortsItself = (requires { Engines::mostTogether; } || ...);
  static constexpr EngineOffer offers[] = {
      offerOf<Traversal, Engines>(sortsItself ? 0 : fewToSort)...};
  static constexpr int (*runs[])(const regtt_call &, const WrittenBytes &) = {
      &detail::run<Traversal, Engines>...};
  Session &s = session();
  const std::string device =
      target + ":" + std::to_string(s.pool.numWorkers()); // what threads share
  s.way = chooseWay(call, device, offers, sizeof...(Engines));
  if (s.way.engine < 0)
    return REGTT_REFUSED;
  WrittenBytes written;
  const std::string clash = checkCall<Traversal>(call, written);
  if (!clash.empty())
    return refuse(call, clash);
  const int status = runs[s.way.engine](call, written);
  if (status == REGTT_DONE)
    noteWay(call, device, offers);
  return status;
}

} // namespace regtt::rt::cpu
