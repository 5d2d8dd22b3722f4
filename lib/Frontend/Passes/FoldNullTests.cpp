// Removes tests of the node itself against null: engines never visit null.
//
//     if (!n) return;  f();     ->  f();
//     if (n) { f(); }           ->  { f(); }
//     if (!n || far(n)) return; ->  kept; the printer drops `!n ||`
#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;
using namespace clang;

/// Value of a condition for a node that is there, where tests alone decide it.
static std::optional<bool> valueOnNode(const Function &function,
                                       const Expr *cond) {
  const Expr *e = cond->IgnoreParenImpCasts();
  if (const auto test = function.folded.find(e); test != function.folded.end())
    return test->second;
  if (const auto *negation = dyn_cast<UnaryOperator>(e);
      negation && negation->getOpcode() == UO_LNot) {
    const auto inner = valueOnNode(function, negation->getSubExpr());
    return inner ? std::optional<bool>(!*inner) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryOperator>(e);
  if (!binary || !binary->isLogicalOp())
    return std::nullopt;
  const auto left = valueOnNode(function, binary->getLHS());
  const auto right = valueOnNode(function, binary->getRHS());
  const bool decides = binary->getOpcode() == BO_LOr;
  if (left && *left == decides)
    return decides;
  if (left && right)
    return *right;
  return std::nullopt;
}

static void fold(const Function &function, std::vector<Statement> &body) {
  std::vector<Statement> result;
  for (Statement &stmt : body) {
    fold(function, stmt.body);
    fold(function, stmt.orElse);
    const auto value = stmt.kind == Statement::If
                           ? valueOnNode(function, stmt.cond)
                           : std::nullopt;
    if (!value) {
      result.push_back(std::move(stmt));
      continue;
    }
    std::vector<Statement> taken = std::move(*value ? stmt.body : stmt.orElse);
    if (taken.empty())
      continue;
    Statement block;
    block.kind = Statement::Block;
    block.loc = stmt.loc;
    block.body = std::move(taken);
    result.push_back(std::move(block));
  }
  body = std::move(result);
}

bool regtt::runFoldNullTests(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  fold(traversal.function, traversal.function.body.body);
  // `if (n) { whole body }` leaves one block: the body itself.
  auto &body = traversal.function.body.body;
  while (body.size() == 1 && body[0].kind == Statement::Block) {
    std::vector<Statement> inner = std::move(body[0].body);
    body = std::move(inner);
  }
  return true;
}
