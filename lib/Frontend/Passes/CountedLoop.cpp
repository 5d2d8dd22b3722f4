// Recognises constant-trip loops over children.
#include "regtt/Frontend/Passes/CountedLoop.h"

#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

/// The variable and its first value: of `T i = 0`, or of `i = 0` where the
/// variable is declared before, as C89 has it.
static std::pair<const VarDecl *, const Expr *> start(const Statement &init) {
  if (init.kind == Statement::Let && init.vars.size() == 1)
    return {init.vars[0], init.vars[0]->getInit()};
  if (init.kind != Statement::Eval)
    return {};
  const auto *assign =
      dyn_cast<BinaryOperator>(init.cond->IgnoreParenImpCasts());
  if (!assign || assign->getOpcode() != BO_Assign)
    return {};
  const VarDecl *var = variableOf(assign->getLHS());
  if (!var || !var->hasLocalStorage() || !var->getType()->isIntegerType())
    return {};
  return {var, assign->getRHS()};
}

/// A local with one value, which loses nothing of it, is that value.
static const Expr *valueOf(const Traversal &traversal, const Expr *e) {
  const VarDecl *var = variableOf(e);
  if (!var || !var->isLocalVarDecl() || !var->getInit() ||
      !var->getType()->isIntegerType() ||
      isReassigned(traversal.function.decl->getBody(), var))
    return e;
  const Expr *init = var->getInit();
  const QualType from = init->IgnoreParenImpCasts()->getType();
  const ASTContext &ast = var->getASTContext();
  return from->isIntegerType() && !from->isEnumeralType() &&
                 ast.getTypeSize(var->getType()) >= ast.getTypeSize(from)
             ? init
             : e;
}

std::optional<IndexLoop> regtt::indexLoop(const Traversal &traversal,
                                          const Statement &loop) {
  if (loop.form != Statement::For || loop.init.empty() || !loop.cond ||
      !loop.step)
    return std::nullopt;
  const auto *test = dyn_cast<BinaryOperator>(loop.cond->IgnoreParenImpCasts());
  const auto *step = dyn_cast<UnaryOperator>(loop.step->IgnoreParenImpCasts());
  const VarDecl *var = test ? variableOf(test->getLHS()) : nullptr;
  if (!var || !step || !step->isIncrementDecrementOp() ||
      variableOf(step->getSubExpr()) != var)
    return std::nullopt;
  const Expr *init = nullptr;
  for (const Statement &part : loop.init) {
    const auto [started, value] = start(part);
    if (started == var)
      init = value;
    else if (part.kind != Statement::Let)
      return std::nullopt;
  }
  const bool down = step->isDecrementOp();
  const BinaryOperatorKind op = test->getOpcode();
  if (!init || (op != BO_NE && op != (down ? BO_GE : BO_LE) &&
                op != (down ? BO_GT : BO_LT)))
    return std::nullopt;
  bool changed = false;
  for (const Statement &inner : loop.body)
    walkStmts(inner, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        walkExpr(own,
                 [&](const Expr *e) { changed |= changesVariable(e, var); });
    });
  if (changed)
    return std::nullopt;
  return IndexLoop{var,
                   init,
                   valueOf(traversal, test->getRHS()),
                   test->getLHS()->getType(),
                   op == (down ? BO_GE : BO_LE),
                   down};
}

/// Whether numbers of the integer `type` go from `low` to `high` at least.
static bool holds(QualType type, const ASTContext &ast, int64_t low,
                  int64_t high) {
  const unsigned bits = ast.getTypeSize(type);
  if (type->isUnsignedIntegerOrEnumerationType())
    return low >= 0 && (bits >= 63 || high < int64_t(1) << bits);
  return bits >= 64 || (low >= -(int64_t(1) << (bits - 1)) &&
                        high < int64_t(1) << (bits - 1));
}

const VarDecl *regtt::loopVariable(const Traversal &traversal,
                                   const Statement &loop) {
  if (loop.form == Statement::Children)
    return loop.vars[0];
  const auto head = indexLoop(traversal, loop);
  return head ? head->var : nullptr;
}

std::optional<CountedLoop> regtt::countedLoop(const Traversal &traversal,
                                              const Statement &loop,
                                              ASTContext &ast) {
  if (loop.form == Statement::Children) {
    const SlotGroup &group = traversal.slots[loop.group];
    if (group.isList())
      return std::nullopt;
    return CountedLoop{loop.vars[0], 0, group.count};
  }
  const auto head = indexLoop(traversal, loop);
  if (!head)
    return std::nullopt;
  const auto first = head->first->getIntegerConstantExpr(ast);
  const auto last = head->last->getIntegerConstantExpr(ast);
  if (!first || !last)
    return std::nullopt;
  const int64_t distance = last->getExtValue() - first->getExtValue();
  const int64_t trips = (head->down ? -distance : distance) + head->inclusive;
  if (trips < 0 || trips > 4096)
    return std::nullopt;
  // A counter that wraps around, or is compared as another number than it is,
  // makes other trips.
  const int64_t start = first->getExtValue();
  const int64_t end = start + (head->down ? -trips : trips);
  for (const QualType type : {head->var->getType(), head->compared})
    if (!holds(type, ast, std::min(start, end), std::max(start, end)))
      return std::nullopt;
  return CountedLoop{head->var, int(first->getExtValue()), int(trips),
                     head->down};
}
