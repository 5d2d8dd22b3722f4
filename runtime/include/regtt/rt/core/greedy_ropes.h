/// Autoropes whose lanes fetch their next query when their stack is empty, not
/// when the whole warp is done (Wu 2019, GDR). A warp owns a piece of
/// neighbouring queries, which its lanes take in order, so that they stay near
/// each other. Its lanes look for who is idle every few visits, since that
/// takes votes. Keeps each query's order of visits.
#pragma once

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/warp.h>

namespace regtt::rt {

struct GreedyRopes {
  static constexpr const char *name = "greedy_ropes";
  static constexpr StackKind stackKind = StackKind::PerQuery;
  static constexpr bool needsWarp = true;
  static constexpr bool runsInStep = false;
  /// More would leave a GPU idle that 200,000 queries can fill.
  static constexpr int queriesPerLane = 2;
  template <int NumSlots> using Children = Autoropes::Children<NumSlots>;

  /// Takes this worker's share of the queries: those of its warp's pieces.
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &stack) {
    using Number = decltype(worker.first);
    constexpr Number piece = Number(warpSize) * queriesPerLane;
    const auto &warp = worker.warp;
    const Number warps = worker.step / warpSize;
    for (Number begin = worker.first / warpSize * piece; begin < worker.last;
         begin += warps * piece)
      runPiece(op, queries, begin,
               worker.last - begin < piece ? worker.last : begin + piece, warp,
               stack);
  }

private:
  /// From one look for idle lanes to the next.
  static constexpr int visitsAtOnce = 16;

  /// Queries [begin, end).
  template <class Op, class Queries, class Number, class Warp, class Stack>
  REGTT_OP static void runPiece(const Op &op, const Queries &queries,
                                Number begin, Number end, const Warp &warp,
                                Stack &stack) {
    using Traversal = typename Op::Traversal;
    Number i = begin + Number(warp.lane());
    Number next = begin + warpSize; // the same for all lanes
    bool there = i < end;
    auto query = queries.load(there ? i : begin);
    Link link = 0;
    StackValues<Traversal> values{};
    start(op, query, values);
    while (warp.vote(there) != 0) {
      bool done = false;
      for (int visit = 0; there && !done && visit < visitsAtOnce; ++visit)
        done = !Autoropes::step(op, query, stack, link, values);
      if (done)
        queries.store(i, query.result());
      const LaneMask idle = warp.vote(done);
      if (done) {
        const LaneMask before = idle & ((LaneMask{1} << warp.lane()) - 1);
        i = next + Number(popcount(before));
        there = i < end;
        if (there) {
          query = queries.load(i);
          link = 0;
          start(op, query, values);
        }
      }
      next += Number(popcount(idle));
    }
  }

  template <class Op, class Query, class Values>
  REGTT_OP static void start(const Op &op, const Query &query, Values &values) {
    if constexpr (hasResumes<typename Op::Traversal>)
      values.setArgs(op.start(query));
    else
      values = op.start(query);
  }
};

} // namespace regtt::rt
