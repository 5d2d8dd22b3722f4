/// Sixteen queries at one node, those that truncated masked out: what engines
/// share that differ in where the ropes wait (lane_lockstep.h,
/// lane_recursion.h). Each query keeps its own order of calls: where lanes
/// disagree, a child is visited several times, for some of them each. A rope of
/// one lane goes on as scalar code.
#pragma once

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/lanes/calls.h>
#include <regtt/rt/lanes/fields.h>
#include <regtt/rt/lanes/programs.h>
#include <regtt/rt/lanes/waiting_memory.h>

#include <tuple>
#include <type_traits>
#include <vector>

namespace regtt::rt {
namespace {

/// The calls of sixteen queries at a node, taken from the last on: next() names
/// a child for as many lanes at once as it can.
template <int NumRopes, int NumSlots> class CallsFromTheLast {
public:
  /// `child`: of each position and lane, or none; of `lanes` alone. `slots`:
  /// the node's children.
  REGTT_OP CallsFromTheLast(const Lane<Link> *child,
                            const Links<NumSlots> &slots, Mask lanes) {
    lane::unrolled<NumRopes>([&](auto p) {
      lane::unrolled<NumSlots>([&](auto s) {
        const Link slot = slots.link[s()];
        calls[p()][s()] =
            slot == none ? Mask::none() : lanes & (child[p()] == slot);
      });
    });
  }

  int slot = 0;      ///< of the child
  Mask lanes;        ///< that call it, nothing after it that is left
  Mask at[NumRopes]; ///< those of the lanes whose call is at that position

  /// Returns false where nothing is left.
  REGTT_OP bool next() {
    Mask last[NumSlots], earlier[NumSlots], lastAt[NumRopes];
    lane::unrolled<NumSlots>(
        [&](auto s) { last[s()] = earlier[s()] = Mask::none(); });
    Mask seen = Mask::none();
    for (int p = NumRopes - 1; p >= 0; --p) {
      lastAt[p] = Mask::none();
      lane::unrolled<NumSlots>([&](auto s) {
        const Mask here = calls[p][s()];
        last[s()] |= here - seen;
        earlier[s()] |= here & seen;
        lastAt[p] |= here - seen;
      });
      seen |= lastAt[p];
    }
    if (!seen)
      return false;
    // One that no lane calls earlier, too; else what most lanes call last.
    slot = -1;
    for (int s = 0, most = 0; s < NumSlots; ++s) {
      if (last[s].size() == 0)
        continue;
      if (!earlier[s]) {
        slot = s;
        break;
      }
      if (last[s].size() > most) {
        most = last[s].size();
        slot = s;
      }
    }
    lanes = last[slot];
    for (int p = 0; p < NumRopes; ++p) {
      at[p] = lanes & lastAt[p];
      calls[p][slot] = calls[p][slot] - at[p];
    }
    return true;
  }

private:
  Mask calls[NumRopes][NumSlots];
};

/// Takes groups of queries through the tree. `Op`: the scalar operator,
/// `Lanes`: the lane traversal, `Engine`: inherits this, and has
///
///     void walk(Link root, Mask lanes, const LaneArgs &)
///
/// which visits a root and all that its visit calls. One for each thread.
template <class Op, class Lanes, class Engine> class LaneVisits {
public:
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  using Args = typename Traversal::Args;

  explicit LaneVisits(const Op &op) : op(op) {}

  /// Takes queries[0] to queries[count - 1] through the tree.
  void run(Query *queries, std::size_t count) {
    block = queries;
    makeCalls(op, programs, queries, count, [&](const auto &calls) {
      for (std::size_t first = 0; first < calls.count(); first += numLanes)
        make(calls, first);
    });
  }

protected:
  /// A rope of one lane goes on without lanes.
  static constexpr int fewest = 2;
  static constexpr int numSlots = Traversal::numSlots;
  static constexpr bool isListed = numSlots == 0;
  static constexpr int numRopes = [] {
    if constexpr (isListed)
      return 0; // lists tell
    else
      return int(Traversal::maxRopes);
  }();
  static constexpr bool oneChild = Lanes::oneChild;
  static_assert(oneChild || isOfLanes<typename Lanes::Args>);
  /// Lanes call no child or all of them, with nothing.
  static constexpr bool allOrNone =
      !isListed && oneChild && Traversal::slotsClosed &&
      std::is_empty_v<Args> && !hasResumes<Traversal>;
  using LaneQuery = typename Lanes::template Query<Lane>;
  using LaneArgs = typename Lanes::Args;
  using Resumes = typename Lanes::Resumes;
  template <int K>
  using Resume = std::tuple_element_t<K, typename Resumes::Points>;
  using Calls = typename std::conditional_t<
      isListed, std::type_identity<LaneListRopes<LaneArgs>>,
      std::type_identity<LaneRopes<numRopes, LaneArgs, oneChild>>>::type;
  using Ropes = LaneSegmentRopes<Calls, Resumes>;
  static constexpr int child = -1;

  static constexpr std::size_t carriedAlignment() {
    std::size_t most = alignof(LaneArgs);
    [&]<class... Points>(std::tuple<Points...> *) {
      ((most = std::max(most, alignof(Points))), ...);
    }(static_cast<typename Resumes::Points *>(nullptr));
    return most;
  }
  static constexpr std::size_t carriedBytes() {
    std::size_t most = sizeof(LaneArgs);
    [&]<class... Points>(std::tuple<Points...> *) {
      ((most = std::max(most, sizeof(Points))), ...);
    }(static_cast<typename Resumes::Points *>(nullptr));
    return most;
  }

  /// A rope that waits, or lanes that go on at a resume point of the node.
  struct Waiting {
    alignas(carriedAlignment()) Byte carried[carriedBytes()];
    Link link;
    Mask lanes, asked;
    int point; ///< where the visit goes on; child: it begins

    template <class Carried>
    REGTT_OP void set(Link to, Mask of, Mask askedOf, int at,
                      const Carried &with) {
      link = to;
      lanes = of;
      asked = askedOf;
      point = at;
      if constexpr (!std::is_empty_v<Carried>)
        new (static_cast<void *>(carried)) Carried(with);
    }
    template <class Carried> REGTT_OP Carried get() const {
      if constexpr (std::is_empty_v<Carried>)
        return {};
      else
        return *reinterpret_cast<const Carried *>(carried);
    }
  };

  /// Calls number `first` to `first` + 15, of those that there are.
  template <class Calls> void make(const Calls &calls, std::size_t first) {
    const int count =
        int(std::min<std::size_t>(numLanes, calls.count() - first));
    LaneArgs args{};
    if constexpr (!isOfLanes<LaneArgs>)
      args = calls.args(first);
    q = {};
    for (int k = 0; k < count; ++k) {
      const std::size_t call = first + std::size_t(k);
      group[k] = block + calls.number(call);
      const auto set = [&](const auto &from, auto &to) { to.set(k, from); };
      Lanes::template eachKept<LaneQuery>([&](auto member, auto lanes) {
        lane::eachElement(group[k]->*member, q.*lanes, set);
      });
      Lanes::template eachChanged<LaneQuery>([&](auto member, auto lanes) {
        lane::eachElement(group[k]->*member, q.*lanes, set);
      });
      const Args own = calls.args(call);
      eachCarried<LaneArgs>([&](auto member, auto lanes) {
        lane::eachElement(own.*member, args.*lanes, set);
      });
    }
    static_cast<Engine *>(this)->walk(calls.root(), Mask::first(count), args);
    for (int k = 0; k < count; ++k)
      bringBack(k);
  }

  /// What visits have changed of the query in lane k.
  void bringBack(int k) {
    Lanes::template eachChanged<LaneQuery>([&](auto member, auto lanes) {
      lane::eachElement(group[k]->*member, q.*lanes,
                        [&](auto &to, const auto &from) { to = from[k]; });
    });
  }

  /// Goes on with a rope. What its visit calls, and those that resume, are
  /// given to `to` from the last on:
  ///
  ///     to.call(link, lanes, asked, args)
  ///     to.wait(link, lanes, point, what lives there)
  template <class To> REGTT_OP void take(To &to, const Waiting &rope) {
    if (rope.point == child)
      visit(to, rope.link, rope.lanes, rope.asked,
            rope.template get<LaneArgs>());
    else
      resume<0>(to, rope);
  }

  template <int K, class To> REGTT_OP void resume(To &to, const Waiting &from) {
    if constexpr (K < Resumes::count) {
      if (from.point != K)
        return resume<K + 1>(to, from);
      const Link link = from.link;
      const Mask there = from.lanes;
      const auto live = from.template get<Resume<K>>();
      const auto &record = op.tree.template load<0>(link);
      Ropes ropes = noRopes();
      Lanes::resume(op, there, q, link, record, live, ropes);
      goOn(to, link, record, there, ropes);
    }
  }

  /// Visits the node of a rope.
  template <class To>
  REGTT_OP void visit(To &to, Link link, Mask there, Mask asked,
                      const LaneArgs &args) {
    if constexpr (Traversal::hasGuards)
      if (asked) {
        there = (there - asked) | (asked & Lanes::admit(op, asked, q, args));
        if (!there)
          return;
      }
    if (there.size() < fewest) {
      eachLane(there, [&](int k) { goOnAlone(link, k, args); });
      return;
    }
    const auto &record = op.tree.template load<0>(link);
    Ropes ropes = noRopes();
    Lanes::enter(op, there, q, link, record, args, ropes);
    goOn(to, link, record, there, ropes);
  }

  /// A place on top of the stack of what waits.
  REGTT_OP Waiting &push() {
    if (height == waiting.size())
      waiting.resize(2 * height + 64);
    return waiting[height++];
  }

  REGTT_OP Ropes noRopes() {
    if constexpr (isListed)
      return Ropes(listed);
    else
      return Ropes();
  }

  /// Those that resume wait below what they call.
  template <class To, class Record>
  REGTT_OP void goOn(To &to, Link link, const Record &record, Mask there,
                     const Ropes &ropes) {
    lane::unrolled<Resumes::count>([&](auto k) {
      if (ropes.waits[k()])
        to.wait(link, ropes.waits[k()], k(), std::get<k()>(ropes.points));
    });
    if constexpr (isListed) {
      // A condition is asked of each, the first one, too.
      for (std::size_t k = listed.size(); k-- > 0;)
        to.call(listed[k].child, listed[k].lanes, listed[k].lanes,
                listed[k].args);
    } else if constexpr (allOrNone) {
      Mask called = Mask::none();
      lane::unrolled<numRopes>([&](auto p) { called |= ropes.called[p()]; });
      for (int s = numSlots - 1; s >= 0 && called; --s)
        if (record.children.has(s))
          to.call(record.children.link[s], called, Mask::none(), {});
    } else if constexpr (oneChild) {
      for (int p = numRopes - 1; p >= 0; --p)
        if (ropes.called[p])
          to.call(ropes.child[p], ropes.called[p],
                  p == 0 ? Mask::none() : ropes.called[p], ropes.args[p]);
    } else {
      CallsFromTheLast<numRopes, numSlots> calls(ropes.child, record.children,
                                                 there);
      while (calls.next()) {
        LaneArgs args{};
        lane::unrolled<numRopes>([&](auto p) {
          eachCarried<LaneArgs>([&](auto, auto member) {
            where(calls.at[p()], args.*member) = ropes.args[p()].*member;
          });
        });
        to.call(record.children.link[calls.slot], calls.lanes,
                calls.lanes - calls.at[0], args);
      }
    }
  }

  /// The query of lane k under a node.
  __attribute__((noinline)) void goOnAlone(Link link, int k,
                                           const LaneArgs &carried) {
    bringBack(k);
    Args args{};
    if constexpr (!isOfLanes<LaneArgs>)
      args = carried;
    eachCarried<LaneArgs>([&](auto member, auto lanes) {
      lane::eachElement(args.*member, carried.*lanes,
                        [&](auto &to, const auto &from) { to = from[k]; });
    });
    Autoropes::from(op, *group[k], alone, link, args);
    Lanes::template eachChanged<LaneQuery>([&](auto member, auto lanes) {
      lane::eachElement(group[k]->*member, q.*lanes,
                        [&](const auto &from, auto &to) { to.set(k, from); });
    });
  }

  const Op &op;
  Query *block = nullptr;
  Query *group[numLanes];
  LaneQuery q;
  std::vector<Waiting> waiting;
  std::size_t height = 0;                   ///< of them in use
  std::vector<ListedCall<LaneArgs>> listed; ///< by the last visit
  Programs<Op, Lanes> programs;
  GrowingStack<StackValues<Traversal>> alone; ///< of one query
};

} // namespace
} // namespace regtt::rt
