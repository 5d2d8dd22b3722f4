/// RegTT (Zhang 2016): all queries visit the top of the tree first; then each
/// goes on where it left off, in an order in which those lie side by side that
/// go to the same places. What the top's visits did is handed over with the
/// query, so nothing is visited twice. For engines whose ropes lie in the tree:
/// what is left of a query's way is then a few links.
///
/// The top's *leaves*, subtrees that are cut off, are visited at their roots. A
/// Traversal says by `orderFree` that the visits of a query may come in any
/// order: then a query goes on through the top behind a leaf that it enters,
/// and the leaves are its truncation history. Of any other the top ends at the
/// first such leaf, and each query keeps its own order of visits.
#pragma once

#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/core/tree.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt {

namespace detail {
template <class Traversal> inline constexpr bool orderFree = false;
template <class Traversal>
  requires requires { Traversal::orderFree; }
inline constexpr bool orderFree<Traversal> = Traversal::orderFree;
} // namespace detail

/// Why queries cannot be handed over on a tree with such children; null if they
/// can.
template <class Traversal, class Children>
constexpr const char *whyNotHandedOver() {
  return detail::visitsNothing<Traversal> ? "iterations call no traversal"
         : hasProgram<Traversal>          ? "an iteration makes several calls"
         : !detail::hasRopes<Children>
             ? "ropes wait on a stack, which would have to be handed over"
         : !std::is_empty_v<typename Traversal::Args>
             ? "calls hand on arguments"
         : appendsLists<Traversal> && detail::orderFree<Traversal>
             ? "visits add to lists, whose order shows theirs"
             : nullptr;
}

/// What is left of the ways of queries. Does not own its memory.
struct RestArrays {
  /// Subtrees that a query is handed over with, at most. One more, and its way
  /// through the top ends there.
  static constexpr unsigned room = 15;

  static constexpr std::size_t bytes(std::size_t count) {
    return count * (room + 1) * sizeof(Link);
  }

  /// [count][room + 1], of bytes(count): side by side what one query has left,
  /// since queries go on in another order.
  Link *links;

  /// The roots of the leaves that a query entered, in preorder, which are
  /// visited already; none behind the last.
  REGTT_OP Link &root(unsigned part, std::size_t query) const {
    return links[query * (room + 1) + part];
  }
  /// Where it goes on behind them, to the tree's end.
  REGTT_OP Link &onward(std::size_t query) const { return root(room, query); }
};

/// The rest of one query's way, part by part.
class Rest {
public:
  REGTT_OP Rest(const RestArrays &arrays, std::size_t query)
      : arrays(arrays), query(query) {}

  /// The next part: from `link` on until `end`, which is not in it. Returns
  /// whether there is one.
  template <class Tree>
  REGTT_OP bool next(const Tree &tree, Link &link, Link &end) {
    if (part < RestArrays::room) {
      const Link root = loadNumber(&arrays.root(part, query));
      ++part;
      if (root != none) {
        link = root + 1;
        end = tree.after(tree.template load<0>(root), root);
        return true;
      }
      part = RestArrays::room;
    }
    if (part > RestArrays::room)
      return false;
    ++part;
    link = loadNumber(&arrays.onward(query));
    end = tree.end;
    return link != end;
  }

private:
  const RestArrays &arrays;
  std::size_t query;
  unsigned part = 0;
};

/// Takes queries through the top of a tree with such children; `queries` keep
/// what they are handed by keep(i, query, key), and have `rests`. As an engine
/// for the launchers.
template <class Traversal, class ChildrenOfNode> struct TopVisitor {
  template <int> using Children = ChildrenOfNode;
  static constexpr const char *name = "top_visitor";
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  static constexpr bool passesLeaves = detail::orderFree<Traversal>;

  /// The top with so many levels, or as many as usually serve (0).
  static TreeTop top(std::size_t numNodes, int levels) {
    constexpr int usual = passesLeaves ? 12 : 18;
    return TreeTop::of(numNodes, levels ? levels : usual, passesLeaves);
  }

  /// Takes this worker's share of the queries: first, first + step, ...
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &) {
    for (auto i = worker.first; i < worker.last; i += worker.step) {
      auto query = queries.load(i);
      const PlaceKey key = visit(op, query, queries.top, queries.rests, i);
      queries.keep(i, query, key);
    }
  }

private:
  template <class Op, class Query>
  REGTT_OP static PlaceKey visit(const Op &op, Query &query, const TreeTop &top,
                                 const RestArrays &rests, std::size_t i) {
    using Args = typename Traversal::Args;
    LeafNames key(top);
    bool hasRoom = true; // in the key
    unsigned numParts = 0;
    Link link = 0, onward = op.tree.end;
    do {
      const auto &record = op.tree.template load<0>(link);
      const Link after = op.tree.after(record, link);
      const Link size = (after == none ? top.numNodes : after) - link;
      AnyRope<Args> ropes;
      op.enter(query, link, record, Args{}, ropes);
      if (size > top.leafNodes) {
        link = ropes.any ? link + 1 : after;
        continue;
      }
      hasRoom = hasRoom && key.visit(link, size, true, ropes.any);
      if (ropes.any) {
        if (!passesLeaves || numParts == RestArrays::room) {
          onward = link + 1;
          break;
        }
        rests.root(numParts++, i) = link;
      }
      link = after;
    } while (link != op.tree.end);
    if (numParts < RestArrays::room)
      rests.root(numParts, i) = none;
    rests.onward(i) = onward;
    return key.get();
  }
};

/// Takes queries through what is left of their ways, in the manner of an engine
/// with ropes in the tree: each by itself, or the lanes of a warp in lockstep.
/// `queries` say by rest(turn) what that is.
template <class Engine> struct RestOf {
  static constexpr const char *name = Engine::name;
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = Engine::needsWarp;
  template <int NumSlots>
  using Children = typename Engine::template Children<NumSlots>;

  /// Takes this worker's share of the queries: first, first + step, ...; in
  /// lockstep, a lane each.
  template <class Op, class Queries, class Worker>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, const NoStack &) {
    if constexpr (needsWarp) {
      for (auto i = worker.first;
           i - unsigned(worker.warp.lane()) < worker.last; i += worker.step) {
        const bool there = i < worker.last;
        const auto turn = there ? i : worker.last - 1;
        auto query = queries.load(turn);
        inLockstep(op, query, queries.rest(turn), there, worker.warp);
        if (there)
          queries.store(turn, query.result());
      }
    } else {
      for (auto i = worker.first; i < worker.last; i += worker.step) {
        auto query = queries.load(i);
        byItself(op, query, queries.rest(i));
        queries.store(i, query.result());
      }
    }
  }

private:
  // One loop over all parts: lanes that are done with one go on.
  template <class Op, class Query>
  REGTT_OP static void byItself(const Op &op, Query &query, Rest rest) {
    using Args = typename Op::Traversal::Args;
    Link link = none, end = none;
    if (!rest.next(op.tree, link, end))
      return;
    do {
      const auto &record = op.tree.template load<0>(link);
      AnyRope<Args> ropes;
      op.enter(query, link, record, Args{}, ropes);
      link = ropes.any ? link + 1 : op.tree.after(record, link);
    } while (link != end || rest.next(op.tree, link, end));
  }

  // Each lane's way goes up in preorder: the least of their links is next.
  template <class Op, class Query, class Warp>
  REGTT_OP static void inLockstep(const Op &op, Query &query, Rest rest,
                                  bool there, const Warp &warp) {
    using Args = typename Op::Traversal::Args;
    Link wake = none, end = none; // this lane's next node
    if (!there || !rest.next(op.tree, wake, end))
      wake = none;
    Link link;
    while ((link = warp.least(wake)) != none) {
      if (wake != link)
        continue;
      const auto &record = op.tree.template load<0>(link);
      AnyRope<Args> ropes;
      op.enter(query, link, record, Args{}, ropes);
      wake = ropes.any ? link + 1 : op.tree.after(record, link);
      if (wake == end && !rest.next(op.tree, wake, end))
        wake = none;
    }
  }
};

} // namespace regtt::rt
