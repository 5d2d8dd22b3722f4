/// What a lane operator hands its calls to: which lanes call at each position,
/// which child, and with what. Positions count from 0 in program order.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/lanes/fields.h>

#include <tuple>
#include <vector>

namespace regtt::rt {
namespace {

/// Arguments of lanes' calls that pass none besides the node and the query.
struct NoLaneArgs {
  template <class F> REGTT_OP static void eachField(const F &) {}
};

namespace lane {
struct Ignores {
  template <class... Fields> REGTT_OP void operator()(Fields...) const {}
};
} // namespace lane

/// Whether what ropes carry is each lane's own. Else it is one for all that
/// come to a node, and is no struct of lanes.
template <class Carried>
inline constexpr bool isOfLanes =
    requires { Carried::eachField(lane::Ignores()); };

/// f(field of one query, field of lanes) for what each lane carries of its own.
template <class Carried, class F> REGTT_OP void eachCarried(const F &f) {
  if constexpr (isOfLanes<Carried>)
    Carried::eachField(f);
}

/// The child in each lane's slot. `Children`: Links, of a node that all are at,
/// or LaneLinks (rows.h).
template <template <int> class Children, int NumSlots, class I>
REGTT_OP Lane<Link> childAt(const Children<NumSlots> &children,
                            const Lane<I> &slot) {
  Lane<Link> result(none);
  lane::unrolled<NumSlots>([&](auto s) {
    result = select(slot == s(), children.link[s()], result);
  });
  return result;
}

/// The ropes of one visit. `Args` says by eachField() what a rope carries, as a
/// lane traversal does of its queries (fields.h), or is what all carry.
template <int NumRopes, class Args> class RopeArgs {
public:
  REGTT_OP void put(Mask lanes, int position, const Args &with) {
    if constexpr (!isOfLanes<Args>)
      args[position] = with;
    eachCarried<Args>([&](auto, auto member) {
      where(lanes, args[position].*member) = with.*member;
    });
  }
  Args args[NumRopes];
};

/// `OneChild`: at each position all lanes that call anything call the same
/// child.
template <int NumRopes, class Args, bool OneChild>
class LaneRopes : public RopeArgs<NumRopes, Args> {
public:
  REGTT_OP LaneRopes() {
    lane::unrolled<NumRopes>([&](auto p) {
      called[p()] = Mask::none();
      child[p()] = none;
    });
  }

  REGTT_OP void visit(Mask lanes, int position, Link to,
                      const Args &with = {}) {
    called[position] = to == none ? Mask::none() : lanes;
    child[position] = to;
    this->put(lanes, position, with);
  }

  Mask called[NumRopes];
  Link child[NumRopes];
};

template <int NumRopes, class Args>
class LaneRopes<NumRopes, Args, false> : public RopeArgs<NumRopes, Args> {
public:
  REGTT_OP LaneRopes() {
    lane::unrolled<NumRopes>([&](auto p) { child[p()] = Lane<Link>(none); });
  }

  template <class To>
  REGTT_OP void visit(Mask lanes, int position, const To &to,
                      const Args &with = {}) {
    where(lanes, child[position]) = to;
    this->put(lanes, position, with);
  }

  Lane<Link> child[NumRopes];
};

/// One call of a child in a list, by some lanes.
template <class Args> struct ListedCall {
  Link child;
  Mask lanes;
  Args args;
};

/// The same at a node with a child list, which all lanes go through together:
/// the calls in the order in which they are made, in memory of the engine's.
template <class Args> class LaneListRopes {
public:
  explicit LaneListRopes(std::vector<ListedCall<Args>> &calls) : calls(calls) {
    calls.clear();
  }

  void visit(Mask lanes, int, Link to, const Args &with = {}) {
    if (to != none && lanes)
      calls.push_back({to, lanes, with});
  }

private:
  std::vector<ListedCall<Args>> &calls;
};

/// The resume points of a lane traversal, by the structs of what lives there.
template <class... All> struct LaneResumes {
  static constexpr int count = int(sizeof...(All));
  using Points = std::tuple<All...>;
};

/// The ropes of one segment: those of its calls, and the lanes that go on at
/// each resume point once these are done.
template <class Ropes, class Resumes> class LaneSegmentRopes;
template <class Ropes, class... Points>
class LaneSegmentRopes<Ropes, LaneResumes<Points...>> : public Ropes {
public:
  template <class... From>
  REGTT_OP explicit LaneSegmentRopes(From &...from) : Ropes(from...) {
    lane::unrolled<int(sizeof...(Points))>(
        [&](auto k) { waits[k()] = Mask::none(); });
  }

  template <class Point> REGTT_OP void resume(Mask lanes, const Point &live) {
    waits[detail::indexOf<Point, Points...>] |= lanes;
    Point &rest = std::get<Point>(points);
    Point::eachField([&](auto, auto member) {
      lane::eachElement(
          rest.*member, live.*member,
          [&](auto &to, const auto &from) { where(lanes, to) = from; });
    });
  }

  Mask waits[sizeof...(Points) + 1];
  std::tuple<Points...> points;
};

} // namespace
} // namespace regtt::rt
