/// What `enter` hands its recursive calls to: one rope per position of the
/// call set. Positions count from 0 in program order; `none` skips the call.
#pragma once

#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

#include <cstdint>
#include <type_traits>

namespace regtt::rt {

/// Arguments of calls that pass none besides the node and the query.
struct NoArgs {};

/// Uniforms of traversals that read none.
struct NoUniforms {};

/// The ropes of one visit, held in registers: positions are constants once
/// `enter` is inlined and its loops are unrolled. Positions that are never
/// visited are absent. Args without members take no room.
template <class Args, int NumRopes, bool Empty = std::is_empty_v<Args>>
struct VisitRopes {
  Link link[NumRopes];
  Args args[NumRopes];

  REGTT_OP VisitRopes() {
    REGTT_UNROLL
    for (int i = 0; i < NumRopes; ++i)
      link[i] = none;
  }
  REGTT_OP void visit(int position, Link to, const Args &with) {
    link[position] = to;
    args[position] = with;
  }
  REGTT_OP const Args &argsAt(int position) const { return args[position]; }
};

template <class Args, int NumRopes> struct VisitRopes<Args, NumRopes, true> {
  Link link[NumRopes];

  REGTT_OP VisitRopes() {
    REGTT_UNROLL
    for (int i = 0; i < NumRopes; ++i)
      link[i] = none;
  }
  REGTT_OP void visit(int position, Link to) { link[position] = to; }
  REGTT_OP void visit(int position, Link to, const Args &) {
    link[position] = to;
  }
  REGTT_OP Args argsAt(int) const { return {}; }
};

/// Whether a visit calls any child.
template <class Args, int NumRopes>
REGTT_OP bool anyRope(const VisitRopes<Args, NumRopes> &ropes) {
  bool any = false;
  REGTT_UNROLL
  for (int i = 0; i < NumRopes; ++i)
    any |= ropes.link[i] != none;
  return any;
}

/// The ropes of a visit to a node with a child list: positions count calls up
/// to the list's length, and are run-time values. The first rope that is there
/// is held in registers, the others lie on the stack, the next one on top.
template <class Args, class Stack> class ListRopes {
public:
  /// `count`: of the node's children; each is visited once at most.
  REGTT_OP ListRopes(Stack &stack, std::uint32_t count)
      : stack(stack), deferred(count ? count - 1 : 0), free(deferred) {}

  Link link = none; ///< the rope to follow at once
  Args args{};

  REGTT_OP void visit(int position, Link to) { visit(position, to, Args{}); }
  REGTT_OP void visit(int, Link to, const Args &with) {
    if (to == none)
      return;
    if (link == none) {
      link = to;
      args = with;
    } else {
      stack.put(--free, to, with);
    }
  }

  /// Leaves the deferred ropes on the stack, above absent ones where calls were
  /// skipped.
  REGTT_OP void keep() {
    if (free == deferred)
      return;
    while (free > 0)
      stack.put(--free, none, Args{});
    stack.raise(deferred);
  }

private:
  Stack &stack;
  const std::uint32_t deferred; ///< room for ropes that wait
  std::uint32_t free;
};

/// Notes only whether any child is there: all that a static rope needs.
template <class Args> struct AnyRope {
  bool any = false;

  REGTT_OP void visit(int, Link to) { any |= to != none; }
  REGTT_OP void visit(int, Link to, const Args &) { any |= to != none; }
};

} // namespace regtt::rt
