/// What a lane operator hands its calls to: which lanes call at each position,
/// and which child. Positions count from 0 in program order.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/lanes/lane.h>

namespace regtt::rt {
namespace {

/// `OneChild`: at each position all lanes that call anything call the same
/// child.
template <int NumRopes, bool OneChild> class LaneRopes {
public:
  REGTT_OP LaneRopes() {
    lane::unrolled<NumRopes>([&](auto p) {
      called[p()] = Mask::none();
      child[p()] = none;
    });
  }

  REGTT_OP void visit(Mask lanes, int position, Link to) {
    called[position] = to == none ? Mask::none() : lanes;
    child[position] = to;
  }

  Mask called[NumRopes];
  Link child[NumRopes];
};

template <int NumRopes> class LaneRopes<NumRopes, false> {
public:
  REGTT_OP LaneRopes() {
    lane::unrolled<NumRopes>([&](auto p) { child[p()] = none; });
  }

  template <class To>
  REGTT_OP void visit(Mask lanes, int position, const To &to) {
    where(lanes, child[position]) = to;
  }

  Lane<Link> child[NumRopes];
};

} // namespace
} // namespace regtt::rt
