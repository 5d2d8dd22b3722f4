// Finds the tests of a visit that can be asked ahead of it.
#include "regtt/Frontend/Passes/Truncation.h"

#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

/// Whether `stmt` only computes locals, and leaves.
static bool onlyAsks(const Traversal &traversal, const Statement &stmt) {
  bool result = true;
  walkStmts(stmt, [&](const Statement &inner) {
    result &=
        inner.kind != Statement::CallNode && inner.kind != Statement::Resume &&
        (inner.kind != Statement::Loop || inner.form != Statement::Children) &&
        (inner.kind != Statement::Return || !inner.cond);
    for (const Expr *own : ownExprs(traversal, inner))
      walkExpr(own, [&](const Expr *e) {
        for (const Arg &arg : traversal.args)
          result &= !changesVariable(e, arg.param);
      });
  });
  const Effects effects = effectsOf(traversal, traversal.function, stmt);
  return result && !effects.writesQuery && !effects.readsWritten;
}

static bool mayLeave(const Statement &stmt) {
  bool result = false;
  walkStmts(stmt, [&](const Statement &inner) {
    result |= inner.kind == Statement::Return;
  });
  return result;
}

size_t regtt::truncationTests(const Traversal &traversal) {
  if (!traversal.resumes.empty())
    return 0;
  const std::vector<Statement> &body = traversal.arrival();
  size_t tests = 0;
  for (size_t i = 0; i < body.size() && onlyAsks(traversal, body[i]); ++i)
    if (mayLeave(body[i]) && body[i].kind != Statement::Return)
      tests = i + 1;
  return tests;
}
