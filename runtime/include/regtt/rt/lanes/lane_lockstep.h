/// Lockstep for lanes: sixteen queries visit the same node, those that
/// truncated masked out, with one stack for all, whose entries say which lanes
/// each rope is for (Goldfarb 2013, section 5; Wu 2019, 4.3 and DR-L). Nothing
/// is moved between visits, which pays where queries choose the order of
/// children and neighbours mostly agree; where all have one order, lists are
/// longer and do better (packed.h).
#pragma once

#include <regtt/rt/lanes/lane_visits.h>

#include <cstddef>

namespace regtt::rt {
namespace {

/// Runs blocks of queries (LaneVisits).
template <class Op, class Lanes>
class LaneLockstepBlocks
    : public LaneVisits<Op, Lanes, LaneLockstepBlocks<Op, Lanes>> {
  using Visits = LaneVisits<Op, Lanes, LaneLockstepBlocks>;
  friend Visits;
  using typename Visits::LaneArgs;

public:
  using Visits::Visits;

private:
  /// The rope that is taken next, and the stack of the others.
  struct Next {
    LaneLockstepBlocks &in;
    bool isThere = false;
    Link link;
    Mask lanes;
    Mask asked; ///< of them, those whose guard is asked when it is taken
    LaneArgs args;

    /// A call that comes before those that were given before.
    REGTT_OP void call(Link to, Mask of, Mask askedOf, const LaneArgs &with) {
      if (isThere)
        in.push().set(link, lanes, asked, Visits::child, args);
      isThere = true;
      link = to;
      lanes = of;
      asked = askedOf;
      args = with;
    }
    template <class Live>
    REGTT_OP void wait(Link at, Mask of, int point, const Live &live) {
      in.push().set(at, of, Mask::none(), point, live);
    }
  };

  // Flat: beside other engines compilers have not all lambdas inline.
  __attribute__((flatten)) void walk(Link root, Mask lanes,
                                     const LaneArgs &args) {
    const std::size_t base = this->height;
    Next next{*this, true, root, lanes, Mask::none(), args};
    while (true) {
      if (next.isThere) {
        next.isThere = false;
        const LaneArgs with = next.args;
        this->visit(next, next.link, next.lanes, next.asked, with);
      } else if (this->height == base) {
        break;
      } else {
        this->take(next, this->waiting[--this->height]);
      }
    }
  }
};

} // namespace
} // namespace regtt::rt
