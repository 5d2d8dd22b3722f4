/// Calls that a query program makes: each takes the query through one tree and
/// comes back when that is done (hasProgram, tree.h).
#pragma once

#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

namespace regtt::rt {

/// The calls of one query's program, made by `Engine`, whose stack is empty
/// between them. Borrows everything.
template <class Engine, class Op, class Query, class Stack> class ProgramCalls {
public:
  using Args = typename Op::Traversal::Args;

  REGTT_OP ProgramCalls(const Op &op, Query &query, Stack &stack)
      : op(op), query(query), stack(stack) {}

  REGTT_OP void visit(Link root) const { visit(root, Args{}); }
  REGTT_OP void visit(Link root, const Args &with) const {
    if (root != none)
      Engine::from(op, query, stack, root, with);
  }

private:
  const Op &op;
  Query &query;
  Stack &stack;
};

} // namespace regtt::rt
