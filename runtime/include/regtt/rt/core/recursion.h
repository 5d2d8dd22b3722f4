/// The recursion as the user wrote it: a device function that calls itself (Wu
/// 2019, REC), so what the others are measured against. The call stack is the
/// device's, whose size launchers set from the tree's depth. Keeps each query's
/// order of visits.
#pragma once

#include <regtt/rt/core/frame_probe.h>
#include <regtt/rt/core/program.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>

#include <cstdint>
#include <type_traits>

namespace regtt::rt {

struct Recursion {
  static constexpr const char *name = "recursion";
  static constexpr StackKind stackKind = StackKind::Calls;
  static constexpr bool needsWarp = false;
  template <int NumSlots> using Children = Links<NumSlots>;

  /// Takes one query through the tree from the root, which is there; or runs
  /// its program.
  template <class Op, class Query>
  REGTT_OP static void traverse(const Op &op, Query &query) {
    NoStack stack;
    if constexpr (hasProgram<typename Op::Traversal>)
      op.program(query,
                 ProgramCalls<Recursion, Op, Query, NoStack>(op, query, stack));
    else
      from(op, query, stack, 0, op.start(query));
  }

  /// Takes one query through the tree under `root`.
  template <class Op, class Query>
  REGTT_OP static void from(const Op &op, Query &query, NoStack &, Link root,
                            const typename Op::Traversal::Args &args) {
    visit(op, query, root, args, nullptr);
  }

  /// Nests as many visits as `probe` has room for, which do nothing else.
  template <class Op, class Query>
  REGTT_OP static void measure(const Op &op, Query &query, FrameProbe &probe) {
    visit(op, query, none, {}, &probe);
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

private:
  template <class Op>
  using Ropes = std::conditional_t<
      hasResumes<typename Op::Traversal>, SegmentRopes<typename Op::Traversal>,
      VisitRopes<typename Op::Traversal::Args, Op::Traversal::maxRopes>>;

  template <class Op, class Query>
  REGTT_RECURSIVE static void visit(const Op &op, Query &query, Link link,
                                    const typename Op::Traversal::Args &args,
                                    FrameProbe *probe) {
    if (probe) {
      volatile char here = 0;
      probe->frames[probe->count++] = reinterpret_cast<std::uintptr_t>(&here);
      if (probe->count < FrameProbe::most)
        visit(op, query, link, args, probe);
      here = 1; // no tail call
      return;
    }
    const auto &record = op.tree.template load<0>(link);
    Ropes<Op> ropes;
    op.enter(query, link, record, args, ropes);
    call(op, query, ropes);
    if constexpr (hasResumes<typename Op::Traversal>)
      while (ropes.resumes()) {
        const StackValues<typename Op::Traversal> values = ropes.resumeValues();
        ropes = {};
        values.run(op, query, link, record, ropes);
        call(op, query, ropes);
      }
  }

  template <class Op, class Query>
  REGTT_OP static void call(const Op &op, Query &query,
                            const Ropes<Op> &ropes) {
    REGTT_UNROLL
    for (int i = 0; i < Op::Traversal::maxRopes; ++i) {
      if (ropes.link[i] == none)
        continue;
      if constexpr (Op::Traversal::hasGuards)
        if (i > 0 && !op.admit(query, ropes.argsAt(i)))
          continue;
      visit(op, query, ropes.link[i], ropes.argsAt(i), nullptr);
    }
  }
};

} // namespace regtt::rt
