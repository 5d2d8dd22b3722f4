/// Lockstep over families: the lanes of a warp visit a node together, and ask
/// the truncation tests of its children together; a rope on the warp's stack
/// says which lanes pass. So a child that no lane enters is never visited, and
/// a step takes a whole family. For traversals as sibling_ropes.h takes them in
/// which a query calls no child of a node or all of them, in slot order. Keeps
/// each query's order of visits.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/sibling_ropes.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/core/warp_engine.h>

namespace regtt::rt {

struct SiblingLockstep : WarpEngine<SiblingLockstep> {
  static constexpr const char *name = "sibling_lockstep";
  static constexpr StackKind stackKind = StackKind::PerWarp;
  template <int NumSlots> using Children = Links<NumSlots>;
  template <class Traversal> static constexpr int numMasks = 1;

  template <class Op, class Query, class Stack, class Warp>
  REGTT_OP static void traverse(const Op &op, Query &query, bool there,
                                Stack &stack, const Warp &warp) {
    using Traversal = typename Op::Traversal;
    using Args = typename Traversal::Args;
    static_assert(Traversal::slotsClosed && !Traversal::hasGuards &&
                  !hasResumes<Traversal>);
    constexpr int numSlots = Traversal::numSlots;
    Args args = op.start(query);
    Link link = 0;
    // The lanes that go on at `link`.
    detail::FamilyOf<Op, 1> node;
    node.record[0] = op.tree.template load<0>(link);
    auto &record = node.record[0];
    LaneMask lanes =
        warp.vote(there && !op.truncates(query, link,
                                         op.tree.template load<0>(link), args));
    while (lanes != 0) {
      VisitRopes<Args, Traversal::maxRopes> ropes;
      if (lanes >> warp.lane() & 1u)
        op.proceed(query, link, record, args, ropes);
      warp.sync();
      const LaneMask calling = warp.vote(anyRope(ropes));
      LaneMask passing[numSlots] = {};
      detail::FamilyOf<Op, numSlots> family;
      if (calling != 0) {
        // All records are asked for before the first test; an absent child
        // stands for its parent.
        REGTT_UNROLL
        for (int s = 0; s < numSlots; ++s)
          family.record[s] = op.tree.template load<0>(
              record.children.has(s) ? record.children.link[s] : link);
        REGTT_UNROLL
        for (int s = 0; s < numSlots; ++s) {
          const bool calls = ropes.link[s] != none;
          passing[s] = warp.vote(detail::passes(
              op, query, calls,
              record.children.has(s) ? record.children.link[s] : link,
              family.record[s], calls ? ropes.argsAt(s) : args));
        }
      }
      const Links<numSlots> children = record.children;
      link = none;
      lanes = 0;
      REGTT_UNROLL
      for (int s = numSlots - 1; s >= 0; --s) {
        if (passing[s] == 0)
          continue;
        if (lanes != 0)
          stack.push(warp, link, args, lanes);
        link = children.link[s];
        record = family.record[s];
        lanes = passing[s];
        args = ropes.argsAt(s);
      }
      warp.sync();
      if (lanes == 0 && !stack.empty())
        link = stack.pop(warp, args, lanes),
        record = op.tree.template load<0>(link);
    }
  }
};

} // namespace regtt::rt
