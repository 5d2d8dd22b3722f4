/// Where each query goes in the top of the tree, as a key: queries with keys
/// that are close go to the same places, and run well side by side (the
/// inspector of Liu 2016; the truncation history of Zhang 2016 says the same of
/// all nodes of the top). A query is run on a copy of it, which is lost, so
/// that nothing depends on the order that the keys give: each query is then run
/// as a whole.
///
/// A visit that is made here is one that the query makes in any case, and with
/// the same arguments. A Traversal says by `stableCalls` that its way does not
/// depend on what visits change: then the leaves of the top can be passed over,
/// and the key names the first ones that are entered, or is the history of all
/// visits (core/history.h). Of any other the key is the leaf that it comes to
/// first.
#pragma once

#include <regtt/rt/core/bit_count.h>
#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt {

namespace detail {
template <class Traversal> inline constexpr bool stableCalls = false;
template <class Traversal>
  requires requires { Traversal::stableCalls; }
inline constexpr bool stableCalls<Traversal> = Traversal::stableCalls;

template <class Traversal> inline constexpr bool slotsClosed = false;
template <class Traversal>
  requires requires { Traversal::slotsClosed; }
inline constexpr bool slotsClosed<Traversal> = Traversal::slotsClosed;
} // namespace detail

/// Where two queries go is compared as a number.
using PlaceKey = std::uint64_t;

/// The top of a tree: what is left when subtrees of up to `leafNodes` nodes,
/// its *leaves*, are cut off. Nodes are numbered in preorder, so the leading
/// bits of a leaf's number say where it is.
struct TreeTop {
  Link numNodes;
  Link leafNodes;
  unsigned shift; ///< of a leaf's number
  unsigned bits;  ///< that are left of it
  unsigned parts; ///< leaves that a key names

  /// Bits of a key that differ.
  unsigned keyBits() const { return parts * bits; }

  /// With up to `levels` levels, if the tree were balanced and binary; 1 to 32.
  /// `many`: a key names as many leaves as have room in it.
  static TreeTop of(std::size_t numNodes, int levels, bool many) {
    const unsigned width = std::max<unsigned>(
        1, unsigned(std::bit_width(std::max<std::size_t>(numNodes, 1) - 1)));
    const unsigned bits = std::min(width, unsigned(levels));
    const unsigned shift = width - bits;
    return {Link(numNodes), Link(1) << shift, shift, bits,
            many ? 64 / bits : 1};
  }
};

/// A key in the making: the leaves of the top that a query enters.
class LeafNames {
public:
  REGTT_OP explicit LeafNames(const TreeTop &top)
      : shift(top.shift), bits(top.bits), room(top.parts * top.bits) {}

  /// A visit of `node`, under which there are `size` nodes, itself among them,
  /// and whether it opens it. Returns whether there is room for more.
  REGTT_OP bool visit(Link node, Link size, bool isLeaf, bool opens) {
    return !isLeaf || !(opens || size == 1) || add(node);
  }

  /// The next leaf. Returns whether there is room for one more.
  REGTT_OP bool add(Link leaf) {
    room -= bits;
    key |= PlaceKey(leaf >> shift) << room;
    return room != 0;
  }
  /// A query that comes to nothing more is behind those that do.
  REGTT_OP PlaceKey get() const {
    return room >= 64 ? ~PlaceKey(0) : key | ((PlaceKey(1) << room) - 1);
  }

private:
  unsigned shift, bits;
  unsigned room; ///< bits of the leaves to come
  PlaceKey key = 0;
};

namespace detail {

/// By the ropes in the tree.
template <class Traversal> struct RopeInspection {
  static constexpr bool namesMany = stableCalls<Traversal>;
  static constexpr StackKind stackKind = StackKind::None;

  template <class Op, class Query, class Stack, class Key>
  REGTT_OP static void run(const Op &op, Query &query, Stack &,
                           const TreeTop &top, Key &key) {
    const typename Traversal::Args args = op.start(query);
    Link link = 0;
    do {
      const auto &record = op.tree.template load<0>(link);
      const Link after = op.tree.after(record, link);
      const Link size = (after == none ? top.numNodes : after) - link;
      AnyRope<typename Traversal::Args> ropes;
      if constexpr (!stableCalls<Traversal>)
        if (size <= top.leafNodes)
          break;
      op.enter(query, link, record, args, ropes);
      if constexpr (!stableCalls<Traversal>) {
        if (!ropes.any)
          break;
        ++link;
      } else {
        const bool isLeaf = size <= top.leafNodes;
        if (!key.visit(link, size, isLeaf, ropes.any))
          return;
        link = ropes.any && !isLeaf ? link + 1 : after;
      }
    } while (link != op.tree.end);
    if constexpr (!stableCalls<Traversal>)
      key.add(link);
  }
};

/// With a stack, where a query calls no child of a node or all of them, in slot
/// order: the next rope is then where the subtree ends.
template <class Traversal> struct StackInspection {
  static constexpr bool namesMany = true;
  static constexpr StackKind stackKind = StackKind::PerQuery;

  template <class Op, class Query, class Stack, class Key>
  REGTT_OP static void run(const Op &op, Query &query, Stack &stack,
                           const TreeTop &top, Key &key) {
    using Args = typename Traversal::Args;
    Args args = op.start(query);
    Link link = 0;
    bool wanted = true;
    while (true) {
      const auto &record = op.tree.template load<0>(link);
      const Link end = stack.empty() ? top.numNodes : stack.next();
      VisitRopes<Args, Traversal::maxRopes> ropes;
      op.enter(query, link, record, args, ropes);
      const bool any = anyRope(ropes);
      const bool isLeaf = end - link <= top.leafNodes;
      wanted = key.visit(link, end - link, isLeaf, any);
      link = none;
      if (any && !isLeaf)
        followFirst(ropes, stack, link, args);
      // The stack is left empty for the next query.
      while (link == none || !wanted) {
        if (stack.empty())
          return;
        link = stack.pop(args);
      }
    }
  }

private:
  /// The first rope there is; the others wait.
  template <class Ropes, class Stack>
  REGTT_OP static void followFirst(const Ropes &ropes, Stack &stack, Link &link,
                                   typename Traversal::Args &args) {
    link = none;
    REGTT_UNROLL
    for (int s = Traversal::maxRopes - 1; s >= 0; --s) {
      if (ropes.link[s] == none)
        continue;
      if (link != none)
        stack.push(link, args);
      link = ropes.link[s];
      args = ropes.argsAt(s);
    }
  }
};

/// The first rope of each visit, to the first leaf.
template <class Traversal> struct PathInspection {
  static constexpr bool namesMany = false;
  static constexpr StackKind stackKind = StackKind::None;

  template <class Op, class Query, class Stack, class Key>
  REGTT_OP static void run(const Op &op, Query &query, Stack &,
                           const TreeTop &top, Key &key) {
    using Args = typename Traversal::Args;
    using Ropes =
        std::conditional_t<hasResumes<Traversal>, SegmentRopes<Traversal>,
                           VisitRopes<Args, Traversal::maxRopes>>;
    Args args = op.start(query);
    Link link = 0, end = top.numNodes;
    while (end - link > top.leafNodes) {
      const auto &record = op.tree.template load<0>(link);
      Ropes ropes;
      op.enter(query, link, record, args, ropes);
      Link child = none;
      // A rope at another position may wait for a guard.
      constexpr int positions = Traversal::hasGuards ? 1 : Traversal::maxRopes;
      REGTT_UNROLL
      for (int p = positions - 1; p >= 0; --p)
        if (ropes.link[p] != none) {
          child = ropes.link[p];
          args = ropes.argsAt(p);
        }
      if (child == none)
        break;
      REGTT_UNROLL
      for (int s = 0; s < Traversal::numSlots; ++s) {
        const Link other = record.children.link[s];
        if (other > child && other < end) // `none` is behind all
          end = other;
      }
      link = child;
    }
    key.add(link);
  }
};

template <class Children>
inline constexpr bool hasRopes = requires(Children c) { c.next; };

template <class Traversal, class Children>
using InspectionOf = std::conditional_t<
    hasRopes<Children>, RopeInspection<Traversal>,
    std::conditional_t<stableCalls<Traversal> && slotsClosed<Traversal>,
                       StackInspection<Traversal>, PathInspection<Traversal>>>;

} // namespace detail

/// Why queries cannot be inspected on a tree with such children; null if they
/// can. `writesArrays`: visits write to more than the query.
template <class Traversal, class Children>
constexpr const char *whyNotInspected(bool writesArrays) {
  return detail::visitsNothing<Traversal> ? "iterations call no traversal"
         : hasProgram<Traversal>          ? "an iteration makes several calls"
         : writesArrays                   ? "visits write to arrays"
         : std::is_same_v<Children, ChildList>
             ? "a node has any number of children, and ropes wait on a stack"
             : nullptr;
}

/// Takes queries through the top of a tree with such children; `queries` make
/// keys, key(i), and keep what they have become, mark(i, key). As an engine for
/// the launchers.
template <class Traversal, class ChildrenOfNode> struct Inspector {
  template <int> using Children = ChildrenOfNode;
  using Inspection = detail::InspectionOf<Traversal, ChildrenOfNode>;
  static constexpr const char *name = "inspector";
  static constexpr StackKind stackKind = Inspection::stackKind;
  static constexpr bool needsWarp = false;
  static constexpr bool takesCopies = true;

  /// The top with so many levels, or as many as usually serve (0).
  static TreeTop top(std::size_t numNodes, int levels) {
    constexpr int usual = Inspection::namesMany ? 14 : 18;
    return TreeTop::of(numNodes, levels ? levels : usual,
                       Inspection::namesMany);
  }

  /// Takes this worker's share of the queries: first, first + step, ...
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &stack) {
    for (auto i = worker.first; i < worker.last; i += worker.step) {
      auto query = queries.load(i);
      auto key = queries.key(i);
      Inspection::run(op, query, stack, queries.top, key);
      queries.mark(i, key);
    }
  }
};

} // namespace regtt::rt
