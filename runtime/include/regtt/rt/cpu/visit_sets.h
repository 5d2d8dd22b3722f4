/// How alike the visits of queries are that run side by side, for programs that
/// count visits (core/visit_counters.h): what an order of queries is good for.
///
/// V(t) is the set of nodes that the query visits whose turn is t. The sum over
/// t of the nodes that only one of V(t) and V(t + 1) has is what Liu 2016 wants
/// a schedule to make small. A warp in lockstep visits at least what the sets
/// of its 32 queries come to together.
#pragma once

#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace regtt::rt::cpu {

/// What a thread knows of the turns that it has taken last.
struct VisitTrace {
  std::vector<Link> now;    ///< of the query that has its turn, as it comes
  std::vector<Link> before; ///< of the turn before, in order, each node once
  std::vector<Link> warp;   ///< of all turns of the warp up to now
  std::size_t turn = 0;     ///< whose `before` is
  const void *owner = nullptr;
  unsigned long long differences = 0, warpNodes = 0;
};

inline thread_local VisitTrace visitTrace;

/// The visits of one call. Threads take turns in pieces that start at multiples
/// of a warp, and one after the other within a piece.
class VisitSets {
public:
  static constexpr std::size_t warpSize = 32;

  /// The query of that turn is done, and visitTrace.now has its visits.
  void note(std::size_t turn) {
    VisitTrace &trace = visitTrace;
    makeSet(trace.now);
    if (trace.owner != this) {
      trace.warp.clear();
      trace.differences = trace.warpNodes = 0;
      trace.owner = this;
      const std::lock_guard lock(mutex);
      traces.push_back(&trace);
      firsts[turn] = trace.now;
    } else if (turn == trace.turn + 1) {
      trace.differences += difference(trace.before, trace.now);
    } else {
      endPiece(trace);
      const std::lock_guard lock(mutex);
      firsts[turn] = trace.now;
    }
    trace.warp.insert(trace.warp.end(), trace.now.begin(), trace.now.end());
    if ((turn + 1) % warpSize == 0)
      endWarp(trace);
    trace.before.swap(trace.now);
    trace.turn = turn;
  }

  /// After all turns, on one thread.
  template <class Report> void finish(Report &report) {
    for (VisitTrace *trace : traces) {
      endPiece(*trace);
      trace->owner = nullptr;
      report.neighbourDifference += trace->differences;
      report.warpNodes += trace->warpNodes;
    }
    for (const auto &[turn, set] : lasts)
      if (const auto next = firsts.find(turn + 1); next != firsts.end())
        report.neighbourDifference += difference(set, next->second);
  }

private:
  using Set = std::vector<Link>; ///< in order, each once

  static void makeSet(std::vector<Link> &links) {
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
  }

  static unsigned long long difference(const Set &a, const Set &b) {
    std::size_t common = 0;
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
      common += *i == *j;
      const bool goesOn = *i <= *j;
      j += *j <= *i;
      i += goesOn;
    }
    return a.size() + b.size() - 2 * common;
  }

  static void endWarp(VisitTrace &trace) {
    makeSet(trace.warp);
    trace.warpNodes += trace.warp.size();
    trace.warp.clear();
  }

  void endPiece(VisitTrace &trace) {
    endWarp(trace);
    const std::lock_guard lock(mutex);
    lasts[trace.turn] = trace.before;
  }

  std::mutex mutex;
  std::vector<VisitTrace *> traces;         ///< of the threads that took turns
  std::map<std::size_t, Set> firsts, lasts; ///< of pieces, by turn
};

/// An operator that notes which nodes are visited.
template <class Op> struct TracedOperator : Op {
  template <class Query, class Record, class Args, class Ropes>
  void enter(Query &query, Link self, const Record &record, const Args &args,
             Ropes &ropes) const {
    visitTrace.now.push_back(self);
    Op::enter(query, self, record, args, ropes);
  }
  // Where the tests are asked by themselves, each is a visit.
  template <class Query, class Record, class Args>
  bool truncates(const Query &query, Link self, const Record &record,
                 const Args &args) const {
    visitTrace.now.push_back(self);
    return Op::truncates(query, self, record, args);
  }
};

/// Queries whose visits are noted by turns.
template <class Queries> struct TracedQueries {
  const Queries &queries;
  VisitSets &sets;

  auto load(std::size_t turn) const {
    visitTrace.now.clear();
    return queries.load(turn);
  }
  template <class Result>
  void store(std::size_t turn, const Result &result) const {
    queries.store(turn, result);
    sets.note(turn);
  }
};

} // namespace regtt::rt::cpu
