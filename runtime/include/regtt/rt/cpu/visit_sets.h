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
#include <iterator>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace regtt::rt::cpu {

/// What a thread knows of the turns that it has taken last.
struct VisitTrace {
  /// When a node was visited last: a turn and its warp, each counted from one.
  struct Last {
    std::size_t turn = 0, warp = 0;
  };

  std::vector<Link> now;    ///< of the query that has its turn, as they come
  std::size_t resumes = 0;  ///< of that query, at nodes that it has visited
  std::vector<Link> before; ///< of the turn before, each node once
  std::vector<Last> last;   ///< of each node; grows
  std::size_t turn = 0;     ///< whose `before` is
  const void *owner = nullptr;
  unsigned long long visits = 0, differences = 0, warpNodes = 0;
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
    const bool isFirst = trace.owner != this;
    if (isFirst)
      begin(trace);
    const bool startsPiece = isFirst || turn != trace.turn + 1;
    if (startsPiece && !isFirst)
      endPiece(trace);
    trace.visits += trace.now.size() + std::exchange(trace.resumes, 0);
    const std::size_t common = visit(trace, turn);
    if (startsPiece) {
      const std::lock_guard lock(mutex);
      firsts[turn] = inOrder(trace.now);
    } else {
      trace.differences += trace.before.size() + trace.now.size() - 2 * common;
    }
    trace.before.swap(trace.now);
    trace.turn = turn;
  }

  /// After all turns, on one thread. Returns how many visits there were.
  template <class Report> unsigned long long finish(Report &report) {
    unsigned long long visits = 0;
    for (VisitTrace *trace : traces) {
      endPiece(*trace);
      trace->owner = nullptr;
      visits += trace->visits;
      report.neighbourDifference += trace->differences;
      report.warpNodes += trace->warpNodes;
    }
    for (const auto &[turn, set] : lasts)
      if (const auto next = firsts.find(turn + 1); next != firsts.end())
        report.neighbourDifference += difference(set, next->second);
    return visits;
  }

private:
  using Set = std::vector<Link>; ///< in order, each once

  void begin(VisitTrace &trace) {
    trace.last.assign(trace.last.size(), {});
    trace.visits = trace.differences = trace.warpNodes = 0;
    trace.owner = this;
    const std::lock_guard lock(mutex);
    traces.push_back(&trace);
  }

  /// Leaves each node once in `now`, and returns how many of them the turn
  /// before has visited, if that was this thread's.
  static std::size_t visit(VisitTrace &trace, std::size_t turn) {
    const VisitTrace::Last here{turn + 1, turn / warpSize + 1};
    std::size_t common = 0, size = 0;
    for (const Link link : trace.now) {
      if (link >= trace.last.size())
        trace.last.resize(std::size_t(link) + 1);
      VisitTrace::Last &last = trace.last[link];
      if (last.turn == here.turn)
        continue;
      common += last.turn == turn;
      trace.warpNodes += last.warp != here.warp;
      last = here;
      trace.now[size++] = link;
    }
    trace.now.resize(size);
    return common;
  }

  static Set inOrder(Set links) {
    std::sort(links.begin(), links.end());
    return links;
  }

  static unsigned long long difference(const Set &a, const Set &b) {
    Set all;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                  std::back_inserter(all));
    return all.size();
  }

  void endPiece(const VisitTrace &trace) {
    const std::lock_guard lock(mutex);
    lasts[trace.turn] = inOrder(trace.before);
  }

  std::mutex mutex;
  std::vector<VisitTrace *> traces;         ///< of the threads that took turns
  std::map<std::size_t, Set> firsts, lasts; ///< of pieces, by turn
};

/// An operator that notes which nodes are visited. `Op` is one that counts
/// (core/visit_counters.h), which is left out: threads would wait for each
/// other's counts.
template <class Op> struct TracedOperator : Op {
  using Plain = typename Op::Plain;

  template <class Query, class Record, class Args, class Ropes>
  void enter(Query &query, Link self, const Record &record, const Args &args,
             Ropes &ropes) const {
    visitTrace.now.push_back(self);
    Plain::enter(query, self, record, args, ropes);
  }
  // Where the tests are asked by themselves, each is a visit.
  template <class Query, class Record, class Args>
  bool truncates(const Query &query, Link self, const Record &record,
                 const Args &args) const {
    visitTrace.now.push_back(self);
    return Plain::truncates(query, self, record, args);
  }
  template <class Query, class Record, class Live, class Ropes>
  void resume(Query &query, Link self, const Record &record, Live &live,
              Ropes &ropes) const {
    ++visitTrace.resumes;
    Plain::resume(query, self, record, live, ropes);
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
