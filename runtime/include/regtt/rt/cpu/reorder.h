/// Brings queries into another order on CPU threads: by keys that an inspection
/// finds (core/inspect.h, core/history.h), that their own numbers make
/// (core/curve.h), or that they come by on their way through the top of the
/// tree (core/hand_over.h).
#pragma once

#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/history.h>
#include <regtt/rt/host/arrays_of_queries.h>
#include <regtt/rt/host/places.h>
#include <regtt/rt/host/run_engine.h>
#include <regtt/rt/host/session.h>

#include <cstddef>
#include <new>
#include <vector>

namespace regtt::rt::cpu::detail {

/// Queries on their way between the top of the tree and the rest, in memory
/// that the session keeps.
template <class Traversal> struct HandedOver {
  using Query = typename Traversal::Query;

  Query *queries;
  RestArrays rests;

  HandedOver(Session &session, std::size_t count)
      : queries(reinterpret_cast<Query *>(
            session.handedQueries.reserve(count * sizeof(Query)))),
        rests{reinterpret_cast<Link *>(
            session.rests.reserve(RestArrays::bytes(count)))} {}
};

/// Unsorted keys.
struct Keys {
  Reorder reorder;    ///< what they are of, with levels or bits
  int bits = 0;       ///< of a key that differ; of several words, of each
  TreeTop top = {};   ///< of leaves that they name
  unsigned words = 0; ///< in Session::keys, where a key has several
};

/// Notes each query's key in `places`, of `count` queries.
template <class Children, class Op, class Objects>
Keys makeKeys(Session &session, [[maybe_unused]] Op op, const Objects &objects,
              const Reorder &wanted, std::vector<Place> &places) {
  using Traversal = typename Op::Traversal;
  [[maybe_unused]] const std::size_t numNodes = session.order.numNodes;
  Keys keys{wanted};
#ifdef REGTT_COUNT_VISITS
  if (wanted.kind != Reorder::HandOver)
    ++op.counters; // of visits that are made ahead, and again
#endif
  if constexpr (!whyNotInspected<Traversal, Children>(writesArrays<Traversal>))
    if (wanted.namesLeaves()) {
      using Inspector = rt::Inspector<Traversal, Children>;
      keys.top = Inspector::top(numNodes, wanted.levels);
      keys.bits = int(keys.top.keyBits());
      keys.reorder.levels = int(keys.top.bits);
      runOnThreads<Inspector>(
          session, op,
          InspectedObjects<Objects>{objects, places.data(), keys.top},
          places.size());
    }
  if constexpr (!whyNoHistory<Traversal, Children>(writesArrays<Traversal>))
    if (wanted.kind == Reorder::History) {
      const auto size = HistorySize::of(numNodes, wanted.levels);
      keys.words = size.words;
      keys.reorder.levels = int(size.top.bits);
      auto *words = reinterpret_cast<PlaceKey *>(
          session.keys.reserve(places.size() * size.words * sizeof(PlaceKey)));
      runOnThreads<rt::Inspector<Traversal, Children>>(
          session, op,
          RecordedObjects<Objects>{objects, places.data(), words, size.top,
                                   size.words},
          places.size());
    }
  if constexpr (!whyNoCurve<Traversal>())
    if (wanted.kind == Reorder::Curve) {
      constexpr int numbers = numCoordinates<Traversal>();
      keys.reorder.levels = curveBits<numbers>(wanted.levels, places.size());
      keys.bits = keys.reorder.levels * numbers;
      placeOnCurve<Traversal>(session.pool, objects, keys.reorder.levels,
                              places);
    }
  if constexpr (!whyNotHandedOver<Traversal, Children>())
    if (wanted.kind == Reorder::HandOver) {
      using Visitor = TopVisitor<Traversal, Children>;
      const TreeTop top = Visitor::top(numNodes, wanted.levels);
      keys.reorder.levels = int(top.bits);
      const HandedOver<Traversal> handed(session, places.size());
      runOnThreads<Visitor>(
          session, op,
          TopObjects<Traversal, Objects>{objects, handed.queries, places.data(),
                                         top, handed.rests},
          places.size());
    }
  return keys;
}

inline void sortByKeys(Session &session, const Keys &keys,
                       std::vector<Place> &places) {
  if (keys.words != 0)
    sortPlaces(session.pool, places,
               reinterpret_cast<const PlaceKey *>(session.keys.data()),
               keys.words);
  else if (keys.reorder.kind == Reorder::Hybrid)
    schedulePlaces(session.pool, places, keys.top);
  else
    sortPlaces(session.pool, places);
}

/// Notes in `places` the order in which the call's queries are to run, of which
/// the last one's may be there. Returns whether they are to run in another than
/// they come in.
template <class Children, class Op, class Objects>
bool orderQueries(Session &session, const Op &op, const Objects &objects,
                  std::size_t count, std::vector<Place> &places) {
  const Way &way = session.way;
  CallReport &report = session.report;
  if (way.reusesOrder && places.size() == count) {
    report.reorder = way.reorder;
    report.reusedOrder = true;
    return true;
  }
  places.resize(count);
  const Keys keys =
      makeKeys<Children>(session, op, objects, way.reorder, places);
  // The bits of a history say too little about how far two are apart.
  if (way.ifDisordered && keys.bits != 0)
    report.wasOrdered = areInOrder(session.pool, places, keys.bits) ? 1 : 0;
  if (report.wasOrdered == 1)
    places.clear();
  else
    sortByKeys(session, keys, places);
  report.reorder = keys.reorder;
  return report.wasOrdered != 1;
}

/// The same in Session::places of the call's site; false, too, where there is
/// no memory for it, and nobody asked for an order.
template <class Children, class Op, class Objects>
bool tryReorder(Session &session, const regtt_call &call, const Op &op,
                const Objects &objects) {
  Stopwatch watch;
  std::vector<Place> &places = session.places[call.site];
  bool isOther = false;
  try {
    isOther =
        orderQueries<Children>(session, op, objects, numCalls(call), places);
  } catch (const std::bad_alloc &) {
    places = {};
    if (session.way.orderIsAsked)
      throw;
    session.report.noRoomForOrder = true;
  }
  session.report.reorderMs = watch.lap();
  return isOther;
}

} // namespace regtt::rt::cpu::detail
