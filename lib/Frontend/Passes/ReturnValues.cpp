// Turns the return of a value into its assignment and a return. Where the
// callee returns a value for a null node, sets it ahead of each call, too, so
// that a null child, which no engine visits, has returned it; of several
// functions, what the one that is called returns.
//
//     if (!n) return -1; ... return find(n->left);
//  -> q.out = -1; find(n->left); return;
//
// Runs when NullArrival has found that value, and before returns are moved.
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;

namespace {

Statement evaluate(const clang::Expr *assignment) {
  Statement result;
  result.kind = Statement::Eval;
  result.loc = assignment->getBeginLoc();
  result.cond = assignment;
  return result;
}

/// What a call returns for a null child; null where nothing is known of that.
const clang::Expr *nullValueOf(const Traversal &traversal, const Call &call,
                               const clang::ASTContext &context) {
  if (!traversal.which)
    return traversal.nullValue();
  for (const CallArg &arg : call.args) {
    if (traversal.args[arg.arg].param != traversal.which)
      continue;
    const auto number = arg.value->getIntegerConstantExpr(context);
    const size_t k = number->getZExtValue();
    return k < traversal.nullValues.size() ? traversal.nullValues[k] : nullptr;
  }
  return nullptr;
}

/// What a null node returns is said in the traversal's words.
void takeOver(const Function &from, const clang::Expr *value, Function &to) {
  if (&from == &to)
    return;
  const auto copy = [&](auto Function::*notes, const clang::Expr *e) {
    if (const auto found = (from.*notes).find(e); found != (from.*notes).end())
      (to.*notes)[e] = found->second;
  };
  walkExpr(value, [&](const clang::Expr *e) {
    copy(&Function::accesses, e);
    copy(&Function::uniforms, e);
    copy(&Function::folded, e);
    copy(&Function::nullTests, e);
    copy(&Function::children, e);
    copy(&Function::listSizes, e);
    copy(&Function::libraryCalls, e);
    copy(&Function::containerCalls, e);
    if (const clang::VarDecl *var = variableOf(e))
      if (const auto role = from.roles.find(var); role != from.roles.end())
        to.roles[var] = role->second;
  });
}

void rewrite(const Traversal &traversal, const clang::ASTContext &context,
             Function &function, std::vector<Statement> &body) {
  std::vector<Statement> result;
  for (Statement &stmt : body) {
    rewrite(traversal, context, function, stmt.body);
    rewrite(traversal, context, function, stmt.orElse);
    if (stmt.kind == Statement::Return && stmt.cond) {
      result.push_back(evaluate(stmt.cond));
      stmt.cond = nullptr;
    } else if (stmt.kind == Statement::CallNode ||
               stmt.kind == Statement::CallTree) {
      const auto &calls = stmt.kind == Statement::CallNode
                              ? traversal.calls
                              : traversal.treeCalls;
      if (const clang::Expr *value =
              nullValueOf(traversal, calls[stmt.call], context)) {
        takeOver(traversal.function, value, function);
        result.push_back(evaluate(value));
      }
    }
    result.push_back(std::move(stmt));
  }
  body = std::move(result);
}

} // namespace

bool regtt::runReturnValues(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  if (traversal.returned >= 0)
    rewrite(traversal, context.ast, traversal.function,
            traversal.function.body.body);
  if (traversal.returned >= 0 && traversal.program)
    rewrite(traversal, context.ast, *traversal.program,
            traversal.program->body.body);
  return true;
}
