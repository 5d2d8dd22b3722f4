/// The lockstep engine: the lanes of a warp visit the same node, those that
/// truncated masked out, with one stack a warp whose entries say which lanes
/// each rope is for (Goldfarb 2013, section 5; Wu 2019, DR-L). A node is loaded
/// once for all. A lane keeps its own arguments, guards and live values.
///
/// Each lane keeps its own order of calls: where the lanes of a warp disagree a
/// child is visited several times, for some of them each. A Traversal says by
/// `anyOrder` that they need not; the child that most lanes call last is then
/// last for all.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/core/warp_engine.h>

#include <type_traits>

namespace regtt::rt {

namespace detail {

/// The ropes that the lanes of a warp wait for, taken from the last on: next()
/// names a child for as many lanes at once as it can. Held in registers.
template <class Traversal, class Warp, class Ropes> class WarpRopes {
public:
  REGTT_OP WarpRopes(const Warp &warp, const Ropes &ropes, bool calls)
      : warp(warp), ropes(ropes) {
    REGTT_UNROLL
    for (int p = 0; p < Traversal::maxRopes; ++p)
      waiting |= unsigned(calls && ropes.link[p] != none) << p;
    sweep = warp.vote(waiting != 0);
  }

  Link link = none;
  LaneMask lanes = 0;
  int position = -1; ///< of this lane's rope, if it is among the lanes

  /// Returns false where no lane waits any more. No child comes twice before
  /// every lane has had a turn, which bounds how often this is true
  /// (warpStackEntries).
  REGTT_OP bool next() {
    if (sweep == 0)
      sweep = warp.vote(waiting != 0);
    if (sweep == 0)
      return false;
    link = choose();
    position = -1;
    REGTT_UNROLL
    for (int p = 0; p < Traversal::maxRopes; ++p)
      if ((waiting >> p & 1) != 0 && ropes.link[p] == link)
        position = p;
    if (!anyOrder<Traversal> && last() != link)
      position = -1;
    lanes = warp.vote(position >= 0);
    sweep &= ~lanes;
    if (position >= 0)
      waiting &= ~(1u << position);
    return true;
  }

private:
  /// The child that this lane calls last, of those it waits for.
  REGTT_OP Link last() const {
    Link result = none;
    REGTT_UNROLL
    for (int p = 0; p < Traversal::maxRopes; ++p)
      if ((waiting >> p & 1) != 0)
        result = ropes.link[p];
    return result;
  }

  /// Whether this lane calls `child`, and something else after it.
  REGTT_OP bool isEarlier(Link child) const {
    bool result = false;
    REGTT_UNROLL
    for (int p = 0; p < Traversal::maxRopes; ++p)
      result |= (waiting >> p & 1) != 0 && ropes.link[p] == child;
    return result && last() != child;
  }

  /// The child that nobody comes to earlier, or that most lanes call last.
  REGTT_OP Link choose() const {
    const Link mine = last();
    Link best = none;
    int votes = 0;
    for (LaneMask voters = sweep; voters != 0;) {
      const Link candidate = warp.from(firstLane(voters), mine);
      const LaneMask agree = warp.vote(mine == candidate);
      voters &= ~agree;
      if (!anyOrder<Traversal> && warp.vote(isEarlier(candidate)) == 0)
        return candidate;
      if (popcount(agree) > votes) {
        votes = popcount(agree);
        best = candidate;
      }
    }
    return best;
  }

  const Warp &warp;
  const Ropes &ropes;
  unsigned waiting = 0; ///< of this lane's positions
  LaneMask sweep;       ///< lanes that have a turn before others' second one
};

} // namespace detail

struct Lockstep : WarpEngine<Lockstep> {
  static constexpr const char *name = "lockstep";
  static constexpr StackKind stackKind = StackKind::PerWarp;
  template <int NumSlots> using Children = Links<NumSlots>;
  /// The lanes of an entry, and those whose rope no guard holds back.
  template <class Traversal>
  static constexpr int numMasks = Traversal::hasGuards ? 2 : 1;

  /// Takes a warp's queries through the tree from the root, which is there.
  template <class Op, class Query, class Stack, class Warp>
  REGTT_OP static void traverse(const Op &op, Query &query, bool there,
                                Stack &stack, const Warp &warp) {
    using Traversal = typename Op::Traversal;
    StackValues<Traversal> values{};
    setArgs<Traversal>(values, op.start(query));
    Link link = 0;
    bool mine = there;
    while (true) {
      const auto &record = op.tree.template load<0>(link);
      RopesOf<Traversal> ropes;
      if (mine)
        visit<Traversal>(op, query, link, record, values, ropes);
      warp.sync();
      const Link self = link;
      if constexpr (Traversal::slotsClosed && !hasResumes<Traversal>)
        followFamily<Traversal>(record, ropes, stack, warp, link, mine, values);
      else
        followRounds<Traversal>(op, query, self, ropes, stack, warp, link, mine,
                                values);
      warp.sync();
      while (link == none || warp.vote(mine) == 0) {
        if (stack.empty())
          return;
        link = pop(op, query, stack, warp, mine, values);
      }
    }
  }

private:
  template <class Traversal>
  using RopesOf = std::conditional_t<
      hasResumes<Traversal>, SegmentRopes<Traversal>,
      VisitRopes<typename Traversal::Args, Traversal::maxRopes>>;

  template <class Traversal, class Values, class Args>
  REGTT_OP static void setArgs(Values &values, const Args &args) {
    if constexpr (hasResumes<Traversal>)
      values.setArgs(args);
    else
      values = args;
  }

  template <class Traversal, class Op, class Query, class Record, class Values,
            class Ropes>
  REGTT_OP static void visit(const Op &op, Query &query, Link link,
                             const Record &record, const Values &values,
                             Ropes &ropes) {
    if constexpr (hasResumes<Traversal>)
      values.run(op, query, link, record, ropes);
    else
      op.enter(query, link, record, values, ropes);
  }

  /// Lanes call no child or all of them.
  template <class Traversal, class Record, class Ropes, class Stack, class Warp,
            class Values>
  REGTT_OP static void followFamily(const Record &record, const Ropes &ropes,
                                    Stack &stack, const Warp &warp, Link &link,
                                    bool &mine, Values &values) {
    bool calls = false;
    REGTT_UNROLL
    for (int s = 0; s < Traversal::maxRopes; ++s)
      calls |= ropes.link[s] != none;
    mine = calls;
    link = none;
    const LaneMask lanes = warp.vote(calls);
    if (lanes == 0)
      return;
    REGTT_UNROLL
    for (int s = Traversal::numSlots - 1; s >= 0; --s) {
      if (!record.children.has(s))
        continue;
      if (link != none)
        stack.push(warp, link, values, lanes);
      link = record.children.link[s];
      values = ropes.argsAt(s);
    }
  }

  template <class Traversal, class Op, class Query, class Ropes, class Stack,
            class Warp, class Values>
  REGTT_OP static void followRounds(const Op &op, const Query &query, Link self,
                                    Ropes &ropes, Stack &stack,
                                    const Warp &warp, Link &link, bool &mine,
                                    Values &values) {
    link = none;
    LaneMask lanes = 0, free = 0;
    if constexpr (hasResumes<Traversal>) {
      lanes = free = warp.vote(mine && ropes.resumes());
      if (lanes != 0)
        link = self;
      if (mine && ropes.resumes())
        values = ropes.resumeValues();
    }
    detail::WarpRopes<Traversal, Warp, Ropes> waiting(warp, ropes, mine);
    while (waiting.next()) {
      if (link != none)
        stack.push(warp, link, values, lanes, free);
      link = waiting.link;
      lanes = waiting.lanes;
      if constexpr (Traversal::hasGuards)
        free = warp.vote(waiting.position == 0);
      REGTT_UNROLL
      for (int p = 0; p < Traversal::maxRopes; ++p)
        if (waiting.position == p)
          setArgs<Traversal>(values, ropes.argsAt(p));
    }
    mine = (lanes >> warp.lane() & 1) != 0;
    if constexpr (Traversal::hasGuards)
      mine = mine && ((free >> warp.lane() & 1) != 0 ||
                      admit<Traversal>(op, query, values));
  }

  /// The next rope, with the lanes that still take it.
  template <class Op, class Query, class Stack, class Warp, class Values>
  REGTT_OP static Link pop(const Op &op, const Query &query, Stack &stack,
                           const Warp &warp, bool &mine, Values &values) {
    using Traversal = typename Op::Traversal;
    LaneMask lanes = 0;
    [[maybe_unused]] LaneMask free = 0;
    Link link;
    if constexpr (Traversal::hasGuards)
      link = stack.pop(warp, values, lanes, free);
    else
      link = stack.pop(warp, values, lanes);
    mine = (lanes >> warp.lane() & 1) != 0;
    if constexpr (Traversal::hasGuards)
      mine = mine && ((free >> warp.lane() & 1) != 0 ||
                      admit<Traversal>(op, query, values));
    return link;
  }

  /// The guard of a deferred rope, with the query's state of this moment.
  template <class Traversal, class Op, class Query, class Values>
  REGTT_OP static bool admit(const Op &op, const Query &query,
                             const Values &values) {
    if constexpr (hasResumes<Traversal>)
      return !values.isChild() || op.admit(query, values.args());
    else
      return op.admit(query, values);
  }
};

} // namespace regtt::rt
