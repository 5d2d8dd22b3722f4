/// The autoropes engine: an explicit stack of ropes to come (Goldfarb 2013,
/// section 3). Any order of calls, any arguments, guards on deferred calls, and
/// resume points. Each query meets its nodes in the order of the recursion.
#pragma once

#include <regtt/rt/core/program.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/steps.h>
#include <regtt/rt/core/tree.h>

#include <type_traits>

namespace regtt::rt {

struct Autoropes {
  static constexpr const char *name = "autoropes";
  static constexpr StackKind stackKind = StackKind::PerQuery;
  static constexpr bool needsWarp = false;
  static constexpr bool takesSteps = true;
  template <int NumSlots>
  using Children =
      std::conditional_t<NumSlots == 0, ChildList, Links<NumSlots>>;

  /// Takes one query through the tree from the root, which is there; or runs
  /// its program. `stack` is empty before and after.
  template <class Op, class Query, class Stack>
  REGTT_OP static void traverse(const Op &op, Query &query, Stack &stack) {
    if constexpr (hasProgram<typename Op::Traversal>)
      op.program(query,
                 ProgramCalls<Autoropes, Op, Query, Stack>(op, query, stack));
    else
      from(op, query, stack, 0, op.start(query));
  }

  /// Takes one query through the tree under `root`, with the first call's
  /// arguments. The first rope of a visit is followed at once, the others wait
  /// on `stack`, which is empty before and after.
  template <class Op, class Query, class Stack>
  REGTT_OP static void from(const Op &op, Query &query, Stack &stack, Link root,
                            const typename Op::Traversal::Args &args) {
    StackValues<typename Op::Traversal> values;
    if constexpr (hasResumes<typename Op::Traversal>)
      values.setArgs(args);
    else
      values = args;
    if (!takeSteps(op, query,
                   [&] { return step(op, query, stack, root, values); }))
      stack.clear();
  }

  /// Visits the node that `link` leads to, with what the rope carries. Returns
  /// whether the query goes on: `link` and `values` are its next rope then.
  template <class Op, class Query, class Stack>
  REGTT_OP static bool step(const Op &op, Query &query, Stack &stack,
                            Link &link,
                            StackValues<typename Op::Traversal> &values) {
    if constexpr (hasResumes<typename Op::Traversal>)
      return stepSegments(op, query, stack, link, values);
    else if constexpr (Op::Traversal::numSlots == 0)
      return stepLists(op, query, stack, link, values);
    else
      return stepSlots(op, query, stack, link, values);
  }

  /// Takes this worker's share of the queries: first, first + step, ...
  template <class Op, class Queries, class Worker, class Stack>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, Stack &stack) {
    for (auto i = worker.first; i < worker.last; i += worker.step) {
      auto query = queries.load(i);
      traverse(op, query, stack);
      queries.store(i, query.result());
    }
  }

private:
  template <class Op, class Query, class Stack>
  REGTT_OP static bool stepSlots(const Op &op, Query &query, Stack &stack,
                                 Link &link,
                                 typename Op::Traversal::Args &args) {
    using Traversal = typename Op::Traversal;
    constexpr int numRopes = Traversal::maxRopes;
    VisitRopes<typename Traversal::Args, numRopes> ropes;
    const auto &record = op.tree.template load<0>(link);
    op.enter(query, link, record, args, ropes);

    link = none;
    REGTT_UNROLL
    for (int i = numRopes - 1; i >= 0; --i) {
      if (ropes.link[i] == none)
        continue;
      if (link != none)
        stack.push(link, args);
      link = ropes.link[i];
      args = ropes.argsAt(i);
    }
    if (link != none && admitDirect(op, query, args, ropes.link[0]))
      return true;
    do {
      if (stack.empty())
        return false;
      link = stack.pop(args);
    } while (!admit(op, query, args));
    return true;
  }

  /// Nodes with child lists. A guard belongs to each rope, the first one too:
  /// it is evaluated at once there, with the state that enter() left.
  template <class Op, class Query, class Stack>
  REGTT_OP static bool stepLists(const Op &op, Query &query, Stack &stack,
                                 Link &link,
                                 typename Op::Traversal::Args &args) {
    using Args = typename Op::Traversal::Args;
    const auto &record = op.tree.template load<0>(link);
    ListRopes<Args, Stack> ropes(stack, record.children.count);
    op.enter(query, link, record, args, ropes);
    ropes.keep();
    link = ropes.link;
    args = ropes.args;
    while (link == none || !admit(op, query, args)) {
      if (stack.empty())
        return false;
      link = stack.pop(args);
    }
    return true;
  }

  /// Traversals with resume points, whatever keeps their children.
  template <class Op, class Query, class Stack>
  REGTT_OP static bool
  stepSegments(const Op &op, Query &query, Stack &stack, Link &link,
               StackValues<typename Op::Traversal> &values) {
    const auto &record = op.tree.template load<0>(link);
    auto ropes = segmentRopes<typename Op::Traversal>(record, stack);
    values.run(op, query, link, record, ropes);
    link = ropes.keep(stack, link, values);
    const bool isFree = ropes.firstIsFree();
    if (link != none && (isFree || admitChild(op, query, values)))
      return true;
    do {
      if (stack.empty())
        return false;
      link = stack.pop(values);
    } while (link == none || !admitChild(op, query, values));
    return true;
  }

  template <class Traversal, class Record, class Stack>
  REGTT_OP static auto segmentRopes(const Record &record, Stack &stack) {
    if constexpr (Traversal::numSlots == 0)
      return SegmentListRopes<Traversal, Stack>(stack, record.children.count);
    else
      return SegmentRopes<Traversal>();
  }

  /// A rope's guard; a resume point has none.
  template <class Op, class Query, class Values>
  REGTT_OP static bool admitChild(const Op &op, const Query &query,
                                  const Values &values) {
    return !values.isChild() || admit(op, query, values.args());
  }

  /// The guard of a deferred rope, with the query's state of this moment.
  template <class Op, class Query, class Args>
  REGTT_OP static bool admit(const Op &op, const Query &query,
                             const Args &args) {
    if constexpr (Op::Traversal::hasGuards)
      return op.admit(query, args);
    else
      return true;
  }

  /// As admit, for a rope that is followed at once: a deferred one only where
  /// position 0 is absent, and position 0 has no guard.
  template <class Op, class Query, class Args>
  REGTT_OP static bool admitDirect(const Op &op, const Query &query,
                                   const Args &args, Link atFirst) {
    return atFirst != none || admit(op, query, args);
  }
};

} // namespace regtt::rt
