// Turns the return of a value into its assignment and a return. Where the
// callee returns a value for a null node, sets it ahead of each call, too, so
// that a null child, which no engine visits, has returned it.
//
//     if (!n) return -1; ... return find(n->left);
//  -> q.out = -1; find(n->left); return;
//
// Runs when NullArrival has found that value, and before returns are moved.
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

using namespace regtt;

namespace {

Statement evaluate(const clang::Expr *assignment) {
  Statement result;
  result.kind = Statement::Eval;
  result.loc = assignment->getBeginLoc();
  result.cond = assignment;
  return result;
}

void rewrite(const Traversal &traversal, std::vector<Statement> &body) {
  std::vector<Statement> result;
  for (Statement &stmt : body) {
    rewrite(traversal, stmt.body);
    rewrite(traversal, stmt.orElse);
    if (stmt.kind == Statement::Return && stmt.cond) {
      result.push_back(evaluate(stmt.cond));
      stmt.cond = nullptr;
    } else if (stmt.kind == Statement::CallNode && traversal.nullValue) {
      result.push_back(evaluate(traversal.nullValue));
    }
    result.push_back(std::move(stmt));
  }
  body = std::move(result);
}

} // namespace

bool regtt::runReturnValues(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  if (traversal.returned >= 0)
    rewrite(traversal, traversal.function.body.body);
  return true;
}
