/// The static ropes engine: no stack; each record carries the rope to follow
/// when its subtree is skipped or done (Goldfarb 2013, section 2; Wu 2019, SR).
/// For traversals that call all children in slot order, with the same arguments
/// everywhere, and without guards. Keeps the order of the recursion.
#pragma once

#include <regtt/rt/core/program.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/steps.h>
#include <regtt/rt/core/tree.h>

#include <type_traits>

namespace regtt::rt {

namespace detail {
/// A traversal with Args says by `constantArgs` that every call passes on what
/// it was given.
template <class Traversal>
inline constexpr bool constantArgs = std::is_empty_v<typename Traversal::Args>;
template <class Traversal>
  requires requires { Traversal::constantArgs; }
inline constexpr bool constantArgs<Traversal> = Traversal::constantArgs;
} // namespace detail

struct StaticRopes {
  static constexpr const char *name = "static_ropes";
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  static constexpr bool takesSteps = true;
  template <int NumSlots>
  using Children = std::conditional_t<NumSlots == 0, RopeList, Rope<NumSlots>>;

  /// Takes one query through the tree from the root, which is there; or runs
  /// its program.
  template <class Op, class Query>
  REGTT_OP static void traverse(const Op &op, Query &query) {
    NoStack stack;
    if constexpr (hasProgram<typename Op::Traversal>)
      op.program(query, ProgramCalls<StaticRopes, Op, Query, NoStack>(op, query,
                                                                      stack));
    else
      from(op, query, stack, 0, op.start(query));
  }

  /// Takes one query through the tree under `root`.
  template <class Op, class Query>
  REGTT_OP static void from(const Op &op, Query &query, NoStack &, Link root,
                            const typename Op::Traversal::Args &args) {
    using Traversal = typename Op::Traversal;
    using Args = typename Traversal::Args;
    static_assert(!Traversal::hasGuards,
                  "static ropes cannot wait for a guard");
    static_assert(!hasResumes<Traversal>, "static ropes never come back");
    static_assert(detail::constantArgs<Traversal>,
                  "static ropes carry no arguments");

    // Of several trees, the rope of each root leads to the next tree.
    Link link = root, end = op.tree.end;
    if constexpr (hasProgram<Traversal>)
      end = op.tree.after(op.tree.template load<0>(root), root);
    (void)takeSteps(op, query, [&] { // there is no stack to drop
      AnyRope<Args> ropes;
      const auto &record = op.tree.template load<0>(link);
      op.enter(query, link, record, args, ropes);
      if (ropes.any)
        ++link;
      else
        link = op.tree.after(record, link);
      return link != end;
    });
  }

  /// Takes this worker's share of the queries: first, first + step, ...
  template <class Op, class Queries, class Worker>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           const Worker &worker, const NoStack &) {
    for (auto i = worker.first; i < worker.last; i += worker.step) {
      auto query = queries.load(i);
      traverse(op, query);
      queries.store(i, query.result());
    }
  }
};

} // namespace regtt::rt
