/// Static ropes in lockstep: the lanes of a warp follow one rope, without a
/// stack; a lane that truncates waits until the warp is past its subtree (Wu
/// 2019, SR-L). Nodes are numbered in preorder, so that is when the warp comes
/// to the lane's own rope. Keeps each query's order of visits.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/core/warp_engine.h>

namespace regtt::rt {

struct StaticLockstep : WarpEngine<StaticLockstep> {
  static constexpr const char *name = "static_lockstep";
  static constexpr StackKind stackKind = StackKind::None;
  template <int NumSlots> using Children = StaticRopes::Children<NumSlots>;

  template <class Op, class Query, class Warp>
  REGTT_OP static void traverse(const Op &op, Query &query, bool there,
                                const NoStack &, const Warp &warp) {
    using Args = typename Op::Traversal::Args;
    const Args args = op.start(query);
    Link wake = there ? 0 : none; // this lane's next node
    Link link = 0;
    do {
      const auto &record = op.tree.template load<0>(link);
      if (wake == link) {
        AnyRope<Args> ropes;
        op.enter(query, link, record, args, ropes);
        wake = ropes.any ? link + 1 : record.children.next;
      }
      // Where a lane goes on is right behind; else all have the same rope.
      link = warp.vote(wake == link + 1) != 0 ? link + 1 : record.children.next;
    } while (link != none);
  }
};

} // namespace regtt::rt
