/// The recursion itself, for sixteen queries at a time: a visit calls those of
/// the children, with a mask of the lanes that call them (Wu 2019, 4.3, REC).
/// What has been called and waits lies on one stack, as in lane_lockstep.h;
/// where each visit's begins there is known to its frame on the native one.
#pragma once

#include <regtt/rt/lanes/lane_visits.h>

#include <cstddef>

namespace regtt::rt {
namespace {

/// Runs blocks of queries (LaneVisits).
template <class Op, class Lanes>
class LaneRecursionBlocks
    : public LaneVisits<Op, Lanes, LaneRecursionBlocks<Op, Lanes>> {
  using Visits = LaneVisits<Op, Lanes, LaneRecursionBlocks>;
  friend Visits;
  using typename Visits::LaneArgs;

public:
  using Visits::Visits;

private:
  /// Under a visit as deep as this there are no more native frames, so that
  /// trees of any depth fit a thread's stack.
  static constexpr int deepest = 256;

  REGTT_OP void call(Link link, Mask lanes, Mask asked, const LaneArgs &args) {
    this->push().set(link, lanes, asked, Visits::child, args);
  }
  template <class Live>
  REGTT_OP void wait(Link link, Mask lanes, int point, const Live &live) {
    this->push().set(link, lanes, Mask::none(), point, live);
  }

  REGTT_OP void walk(Link root, Mask lanes, const LaneArgs &args) {
    call(root, lanes, Mask::none(), args);
    takeLast(0);
  }

  /// The last rope, and all that its visit calls.
  void takeLast(int depth) {
    const std::size_t rest = --this->height;
    this->take(*this, this->waiting[rest]);
    while (this->height != rest)
      if (depth < deepest)
        takeLast(depth + 1);
      else
        this->take(*this, this->waiting[--this->height]);
  }
};

} // namespace
} // namespace regtt::rt
