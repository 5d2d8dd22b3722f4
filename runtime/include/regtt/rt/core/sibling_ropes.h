/// Autoropes over families: when a node is visited, the truncation tests of its
/// children are asked together, their records loaded side by side, and only
/// children that pass wait on the stack. For traversals whose operator says by
/// `truncates` and `proceed` what enter() does, with a test that comes out the
/// same at any time; without guards and resume points. Any order of calls, any
/// arguments. Each query meets its nodes in the order of the recursion.
#pragma once

#include <regtt/rt/core/program.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/steps.h>
#include <regtt/rt/core/tree.h>

#include <type_traits>
#include <utility>

namespace regtt::rt {

namespace detail {
/// The records of a node's children.
template <class Op, int Count> struct FamilyOf {
  std::remove_cvref_t<decltype(std::declval<Op>().tree.template load<0>(0))>
      record[Count];
};

/// Whether a lane calls a child, whose test lets it pass. The test is asked
/// without a branch, but where visits are counted: who does not call makes
/// none.
template <class Op, class Query, class Record, class Args>
REGTT_OP bool passes(const Op &op, const Query &query, bool calls, Link child,
                     const Record &record, const Args &args) {
#ifdef REGTT_COUNT_VISITS
  return calls && !op.truncates(query, child, record, args);
#else
  return !op.truncates(query, child, record, args) & calls;
#endif
}
} // namespace detail

struct SiblingRopes {
  static constexpr const char *name = "sibling_ropes";
  static constexpr StackKind stackKind = StackKind::PerQuery;
  static constexpr bool needsWarp = false;
  static constexpr bool takesSteps = true;
  template <int NumSlots> using Children = Links<NumSlots>;

  /// Takes one query through the tree from the root, which is there; or runs
  /// its program. `stack` is empty before and after.
  template <class Op, class Query, class Stack>
  REGTT_OP static void traverse(const Op &op, Query &query, Stack &stack) {
    if constexpr (hasProgram<typename Op::Traversal>)
      op.program(query, ProgramCalls<SiblingRopes, Op, Query, Stack>(op, query,
                                                                     stack));
    else
      from(op, query, stack, 0, op.start(query));
  }

  /// Takes one query through the tree under `root`, with the first call's
  /// arguments. `stack` is empty before and after.
  template <class Op, class Query, class Stack>
  REGTT_OP static void from(const Op &op, Query &query, Stack &stack, Link root,
                            const typename Op::Traversal::Args &start) {
    typename Op::Traversal::Args args = start;
    Link link = root;
    detail::FamilyOf<Op, 1> node;
    node.record[0] = op.tree.template load<0>(link);
    if (op.truncates(query, link, node.record[0], args))
      return;
    if (!takeSteps(op, query, [&] {
          return step(op, query, stack, link, node.record[0], args);
        }))
      stack.clear();
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
  /// Does what a visit of `link`, which does not truncate, does. Returns
  /// whether the query goes on: with `link` and `args`, which does not truncate
  /// either.
  template <class Op, class Query, class Stack, class Record>
  REGTT_OP static bool step(const Op &op, Query &query, Stack &stack,
                            Link &link, Record &record,
                            typename Op::Traversal::Args &args) {
    using Traversal = typename Op::Traversal;
    static_assert(!Traversal::hasGuards && !hasResumes<Traversal>);
    constexpr int numRopes = Traversal::maxRopes;
    VisitRopes<typename Traversal::Args, numRopes> ropes;
    op.proceed(query, link, record, args, ropes);
    // All records are asked for before the first test, of nodes that are there:
    // an absent child stands for its parent.
    bool passes[numRopes] = {};
    detail::FamilyOf<Op, numRopes> family;
    if (anyRope(ropes)) {
      REGTT_UNROLL
      for (int i = 0; i < numRopes; ++i)
        family.record[i] = op.tree.template load<0>(
            ropes.link[i] != none ? ropes.link[i] : link);
      REGTT_UNROLL
      for (int i = 0; i < numRopes; ++i) {
        const bool calls = ropes.link[i] != none;
        passes[i] =
            detail::passes(op, query, calls, calls ? ropes.link[i] : link,
                           family.record[i], calls ? ropes.argsAt(i) : args);
      }
    }
    link = none;
    REGTT_UNROLL
    for (int i = numRopes - 1; i >= 0; --i) {
      if (!passes[i])
        continue;
      if (link != none)
        stack.push(link, args);
      link = ropes.link[i];
      record = family.record[i];
      args = ropes.argsAt(i);
    }
    if (link != none)
      return true;
    if (stack.empty())
      return false;
    link = stack.pop(args);
    record = op.tree.template load<0>(link);
    return true;
  }
};

} // namespace regtt::rt
