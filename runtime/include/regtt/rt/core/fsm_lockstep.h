/// Lockstep without masks on the stack: a lane is traversing or truncated, and
/// a truncated one waits in a register for the height at which the stack has
/// let go of the subtree that it truncated (Liu 2016, the finite state machine
/// and its critical depth). For traversals in which a query calls no child of a
/// node or all of them, in slot order. Keeps each query's order of visits.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/core/warp_engine.h>

namespace regtt::rt {

struct FsmLockstep : WarpEngine<FsmLockstep> {
  static constexpr const char *name = "fsm_lockstep";
  static constexpr StackKind stackKind = StackKind::PerWarp;
  template <int NumSlots> using Children = Links<NumSlots>;
  template <class Traversal> static constexpr int numMasks = 0;

  template <class Op, class Query, class Stack, class Warp>
  REGTT_OP static void traverse(const Op &op, Query &query, bool there,
                                Stack &stack, const Warp &warp) {
    using Traversal = typename Op::Traversal;
    using Args = typename Traversal::Args;
    static_assert(Traversal::slotsClosed && !hasResumes<Traversal>);
    constexpr std::uint32_t never = 0;
    // A lane traverses while the stack is lower than this: of a subtree's nodes
    // each is visited with at least the height at its root.
    constexpr std::uint32_t always = ~never;
    std::uint32_t critical = there ? always : never;
    Args args = op.start(query);
    Link link = 0;
    while (true) {
      const auto &record = op.tree.template load<0>(link);
      const bool traversing = stack.size() < critical;
      VisitRopes<Args, Traversal::maxRopes> ropes;
      bool calls = false;
      if (traversing) {
        op.enter(query, link, record, args, ropes);
        REGTT_UNROLL
        for (int s = 0; s < Traversal::maxRopes; ++s)
          calls |= ropes.link[s] != none;
        critical = calls ? always : stack.size();
      }
      warp.sync();
      const LaneMask lanes = warp.vote(calls);
      link = none;
      if (lanes != 0) {
        REGTT_UNROLL
        for (int s = Traversal::numSlots - 1; s >= 0; --s) {
          if (!record.children.has(s))
            continue;
          if (link != none)
            stack.push(warp, link, args, lanes);
          link = record.children.link[s];
          args = ropes.argsAt(s);
        }
        warp.sync();
      }
      if (link == none) {
        if (stack.empty())
          return;
        link = stack.pop(warp, args);
      }
    }
  }
};

} // namespace regtt::rt
