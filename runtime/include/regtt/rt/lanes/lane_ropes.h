/// Ropes for lanes: each lane is at a node of its own, with a stack of its own
/// (autoropes: Goldfarb 2013, section 3), and a lane that is done takes the
/// next query (Wu 2019, 4.3.2: greedy ropes). Lanes are full whatever their
/// queries do, and nothing is moved; but each lane has a record of its own to
/// load (rows.h). This pays where neighbours soon go different ways: in guided
/// searches. Several groups take turns, so that one computes while records of
/// the others come from memory.
#pragma once

#include <regtt/rt/core/tree.h>
#include <regtt/rt/lanes/calls.h>
#include <regtt/rt/lanes/fields.h>
#include <regtt/rt/lanes/lane_stacks.h>
#include <regtt/rt/lanes/programs.h>
#include <regtt/rt/lanes/rows.h>

#include <tuple>
#include <type_traits>

namespace regtt::rt {
namespace {

/// Runs blocks of queries. `Op`: the scalar operator, `Lanes`: the traversal of
/// lanes that are at different nodes. One for each thread.
template <class Op, class Lanes> class LaneRopesBlocks {
public:
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;

  explicit LaneRopesBlocks(const Op &op) : op(op) {}

  /// Takes queries[0] to queries[count - 1] through the tree.
  void run(Query *queries, std::size_t count) {
    block = queries;
    makeCalls(op, programs, queries, count,
              [&](const auto &calls) { make(calls); });
  }

private:
  static constexpr int numRopes = Traversal::maxRopes;
  using LaneQuery = typename Lanes::template Query<Lane>;
  using LaneArgs = typename Lanes::Args;
  using Node = typename Lanes::Node;
  using Resumes = typename Lanes::Resumes;
  template <int K>
  using Resume = std::tuple_element_t<K, typename Resumes::Points>;
  using Ropes = LaneSegmentRopes<LaneRopes<numRopes, LaneArgs, false>, Resumes>;
  static constexpr int child = -1;
  /// Whether ropes that wait say whether they lead to a child or to a resume
  /// point, and which.
  static constexpr bool saysWhere = Resumes::count + (numRopes > 1 ? 1 : 0) > 1;
  /// Of a rope's link, and of where it leads.
  static constexpr lane::Widths carriedAt{saysWhere ? 2 : 1, 0};
  static constexpr int numGroups = 4;
  /// So many lanes have to be without a node before all others wait for them,
  /// or a query has to be fetched.
  static constexpr int few = 6;

  struct Group {
    LaneQuery q;
    Lane<Link> at;
    LaneArgs args;
    Mask there;    ///< at a node
    Mask busy;     ///< on their way
    Mask finished; ///< whose query is still to be stored
    Query *of[numLanes];
    LaneStacks stacks = LaneStacks(widths());
  };

  template <class Carried> static lane::Widths widthsOf() {
    lane::Widths result = carriedAt;
    eachCarried<Carried>([&](auto, auto member) {
      result += lane::Widths::of<std::remove_reference_t<
          decltype(std::declval<Carried &>().*member)>>();
    });
    return result;
  }
  static lane::Widths widths() {
    lane::Widths most = widthsOf<LaneArgs>();
    lane::unrolled<Resumes::count>([&](auto k) {
      const lane::Widths other = widthsOf<Resume<k()>>();
      most.single = std::max(most.single, other.single);
      most.wide = std::max(most.wide, other.wide);
    });
    return most;
  }

  template <class Calls> void make(const Calls &calls) {
    std::size_t next = 0;
    for (Group &group : groups) {
      group.stacks.clear();
      group.there = group.busy = group.finished = Mask::none();
      refill(group, calls, next);
    }
    for (bool isDone = false; !isDone;) {
      isDone = true;
      for (Group &group : groups) {
        if (!group.busy)
          continue;
        step(group);
        if (group.finished.size() >= few || !group.there)
          refill(group, calls, next);
        isDone = false;
      }
    }
  }

  /// Stores what is finished, and lets those lanes begin with the next calls.
  template <class Calls>
  void refill(Group &group, const Calls &calls, std::size_t &next) {
    eachLane(group.finished, [&](int k) {
      Lanes::template eachChanged<LaneQuery>([&](auto member, auto lanes) {
        lane::eachElement(group.of[k]->*member, group.q.*lanes,
                          [&](auto &to, const auto &from) { to = from[k]; });
      });
    });
    group.finished = Mask::none();
    eachLane(Mask::all() - group.busy, [&](int k) {
      if (next == calls.count())
        return;
      const std::size_t call = next++;
      Query &query = block[calls.number(call)];
      const auto set = [&](const auto &from, auto &to) { to.set(k, from); };
      const auto load = [&](auto member, auto lanes) {
        lane::eachElement(query.*member, group.q.*lanes, set);
      };
      Lanes::template eachKept<LaneQuery>(load);
      Lanes::template eachChanged<LaneQuery>(load);
      const auto args = calls.args(call);
      eachCarried<LaneArgs>([&](auto member, auto lanes) {
        lane::eachElement(args.*member, group.args.*lanes, set);
      });
      group.of[k] = &query;
      group.at.set(k, calls.root());
      group.busy |= Mask::only(k);
      group.there |= Mask::only(k);
    });
  }

  /// Visits the nodes that lanes are at, and brings them to their next ones.
  /// Flat: compilers take it to be too long to have all lambdas inline.
  __attribute__((flatten)) void step(Group &group) {
    const Node n = loadRows<Node, 0>(group.there, op.tree, group.at);
    Ropes ropes;
    Lanes::enter(op, group.there, group.q, group.at, n, group.args, ropes);
    group.there = follow(group, group.there, group.at, ropes);
    Mask seeking = group.busy - group.there;
    while (seeking) {
      const Mask empty = seeking - group.stacks.filled();
      group.finished |= empty;
      group.busy -= empty;
      seeking -= empty;
      if (!seeking)
        break;
      const Mask found = pop(group, seeking);
      group.there |= found;
      seeking -= found;
      if (group.there && seeking.size() < few)
        break;
    }
    prefetchRows<0>(group.there, op.tree, group.at);
  }

  /// Takes the last rope of these lanes. Returns those that it leads to a node.
  REGTT_OP Mask pop(Group &group, Mask lanes) {
    group.stacks.lower(lanes);
    const auto link = group.stacks.template get<Link>(lanes, 0);
    Lane<std::int32_t> point = Resumes::count == 0 ? child : 0;
    if constexpr (saysWhere)
      point = group.stacks.template get<std::int32_t>(lanes, 1);
    Mask found = Mask::none();
    resume<0>(group, lanes, link, point, found);
    if constexpr (numRopes > 1) {
      Mask some = lanes & (point == child);
      const LaneArgs args = carried<LaneArgs>(group, some);
      if constexpr (Traversal::hasGuards)
        some &= Lanes::admit(op, some, group.q, args);
      arrive(group, some, link, args);
      found |= some;
    }
    return found;
  }

  /// Runs the segments of the lanes that wait at resume point K, and at those
  /// behind it. `found`: those that come to a node.
  template <int K>
  REGTT_OP void resume(Group &group, Mask lanes, const Lane<Link> &link,
                       const Lane<std::int32_t> &point, Mask &found) {
    if constexpr (K < Resumes::count) {
      if (const Mask some = lanes & (point == K)) {
        const Resume<K> live = carried<Resume<K>>(group, some);
        const Node n = loadRows<Node, 0>(some, op.tree, link);
        Ropes ropes;
        Lanes::resume(op, some, group.q, link, n, live, ropes);
        found |= follow(group, some, link, ropes);
      }
      resume<K + 1>(group, lanes, link, point, found);
    }
  }

  /// Keeps what a segment of the nodes `at` calls. Returns the lanes that it
  /// leads to a node at once.
  REGTT_OP Mask follow(Group &group, Mask lanes, const Lane<Link> &at,
                       const Ropes &ropes) {
    group.stacks.reserve(numRopes + 1);
    // Those that resume wait below what they call.
    lane::unrolled<Resumes::count>([&](auto k) {
      if (ropes.waits[k()])
        push(group, ropes.waits[k()], at, k(), std::get<k()>(ropes.points));
    });
    Lane<Link> next = none;
    LaneArgs args;
    Mask called = Mask::none();
    for (int p = numRopes - 1; p >= 0; --p) {
      const Mask here = lanes & (ropes.child[p] != none);
      if (const Mask both = here & called)
        push(group, both, next, child, args);
      where(here, next) = ropes.child[p];
      assign(here, args, ropes.args[p]);
      called |= here;
    }
    // The call at position 0 is never deferred.
    if constexpr (Traversal::hasGuards)
      if (const Mask asked = called & (ropes.child[0] == none))
        called -= asked - Lanes::admit(op, asked, group.q, args);
    arrive(group, called, next, args);
    return called;
  }

  REGTT_OP static void assign(Mask lanes, LaneArgs &to, const LaneArgs &from) {
    eachCarried<LaneArgs>([&](auto, auto member) {
      lane::eachElement(to.*member, from.*member,
                        [&](auto &a, const auto &b) { where(lanes, a) = b; });
    });
  }

  REGTT_OP static void arrive(Group &group, Mask lanes, const Lane<Link> &at,
                              const LaneArgs &args) {
    where(lanes, group.at) = at;
    assign(lanes, group.args, args);
  }

  template <class Carried>
  REGTT_OP static void push(Group &group, Mask lanes, const Lane<Link> &link,
                            int point, const Carried &with) {
    group.stacks.put(lanes, 0, link);
    if constexpr (saysWhere)
      group.stacks.put(lanes, 1, Lane<std::int32_t>(point));
    lane::Widths before = carriedAt;
    eachCarried<Carried>([&](auto, auto member) {
      lane::eachElement(with.*member, [&](const auto &values) {
        using T = typename std::remove_cvref_t<decltype(values)>::Value;
        group.stacks.put(lanes, before.next<T>(), values);
      });
    });
    group.stacks.raise(lanes);
  }

  template <class Carried>
  REGTT_OP static Carried carried(const Group &group, Mask lanes) {
    Carried result;
    lane::Widths before = carriedAt;
    eachCarried<Carried>([&](auto, auto member) {
      lane::eachElement(result.*member, [&](auto &values) {
        using T = typename std::remove_cvref_t<decltype(values)>::Value;
        values = group.stacks.template get<T>(lanes, before.next<T>());
      });
    });
    return result;
  }

  const Op &op;
  Query *block = nullptr;
  Group groups[numGroups];
  Programs<Op, Lanes> programs;
};

} // namespace
} // namespace regtt::rt
