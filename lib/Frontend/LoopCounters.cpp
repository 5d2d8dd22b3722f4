#include "LoopCounters.h"

#include "HostCode.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

/// Whether a loop from `first` on (null: not known) may come to its bound by
/// way of its counter's greatest value, or start beyond all bounds.
static bool mayWrap(const VarDecl *var, const Expr *first,
                    const BinaryOperator *test) {
  const ASTContext &context = var->getASTContext();
  const auto constant = [&](const Expr *e) {
    return e ? e->getIntegerConstantExpr(context) : std::nullopt;
  };
  const auto start = constant(first), bound = constant(test->getRHS());
  // Below zero, a number is a large one beside an unsigned one.
  if (start && start->isNegative() &&
      test->getLHS()->getType()->isUnsignedIntegerType())
    return true;
  if (test->getOpcode() != BO_NE)
    return false;
  if (start && bound)
    return llvm::APSInt::compareValues(*start, *bound) > 0;
  return !(start && start->isZero()) && context.getTypeSize(var->getType()) <
                                            context.getTypeSize(context.IntTy);
}

std::optional<CountedUp> regtt::countedUp(const ForStmt *s) {
  const auto *test = dyn_cast_or_null<BinaryOperator>(
      s->getCond() ? plain(s->getCond()) : nullptr);
  const auto *step = dyn_cast_or_null<UnaryOperator>(
      s->getInc() ? plain(s->getInc()) : nullptr);
  if (!test || !step || !step->isIncrementOp() ||
      !(test->getOpcode() == BO_LT || test->getOpcode() == BO_LE ||
        test->getOpcode() == BO_NE))
    return std::nullopt;
  const VarDecl *var = namedVariable(test->getLHS());
  if (!var || namedVariable(step->getSubExpr()) != var ||
      isReassigned(s->getBody(), var))
    return std::nullopt;
  const Expr *first = nullptr;
  if (const auto *declared = dyn_cast_or_null<DeclStmt>(s->getInit())) {
    for (const Decl *decl : declared->decls())
      if (decl == var)
        first = var->getInit();
  } else if (const auto *assign =
                 dyn_cast_or_null<BinaryOperator>(s->getInit());
             assign && assign->getOpcode() == BO_Assign &&
             namedVariable(assign->getLHS()) == var) {
    first = assign->getRHS();
  }
  if (mayWrap(var, first, test))
    return std::nullopt;
  return CountedUp{var, first, test->getRHS(), test->getOpcode() == BO_LE};
}

static void collectAround(const Expr *at, const clang::Stmt *s,
                          const ASTContext &context, LoopRanges &ranges) {
  if (!s)
    return;
  const auto *loop = dyn_cast<ForStmt>(s);
  if (loop && context.getSourceManager().isPointWithin(
                  at->getBeginLoc(), loop->getBody()->getBeginLoc(),
                  loop->getBody()->getEndLoc()))
    if (const auto counted = countedUp(loop); counted && counted->first) {
      const auto first = counted->first->getIntegerConstantExpr(context);
      const auto last = counted->bound->getIntegerConstantExpr(context);
      if (first && last && first->getSignificantBits() <= 32 &&
          last->getSignificantBits() <= 32)
        ranges.push_back(
            {counted->var,
             {first->getExtValue(),
              last->getExtValue() - (counted->inclusive ? 0 : 1)}});
    }
  for (const clang::Stmt *child : s->children())
    collectAround(at, child, context, ranges);
}

LoopRanges regtt::loopsAround(const Expr *at, const clang::Stmt *code,
                              const ASTContext &context) {
  LoopRanges ranges;
  collectAround(at, code, context, ranges);
  return ranges;
}

/// Whether `s` sets `var` first of all.
static bool setsFirst(const ForStmt *loop, const VarDecl *var) {
  const clang::Stmt *first = loop->getInit();
  while (const auto *comma = dyn_cast_or_null<BinaryOperator>(first)) {
    if (comma->getOpcode() != BO_Comma)
      break;
    if (const auto *set =
            dyn_cast<BinaryOperator>(comma->getRHS()->IgnoreParens());
        set && set->getOpcode() == BO_Assign &&
        namedVariable(set->getLHS()) == var)
      return !mentions(set->getRHS(), var) && !mentions(comma->getLHS(), var);
    first = comma->getLHS()->IgnoreParens();
  }
  const auto *set = dyn_cast_or_null<BinaryOperator>(first);
  return set && set->getOpcode() == BO_Assign &&
         namedVariable(set->getLHS()) == var && !mentions(set->getRHS(), var);
}

/// Whether `s` uses `var` but in loops that set it first, or as more than a
/// number. Loops around `outer` are not looked at as such.
static bool usesElsewhere(const clang::Stmt *s, const VarDecl *var,
                          const clang::Stmt *outer) {
  if (!s)
    return false;
  if (const auto *loop = dyn_cast<ForStmt>(s);
      loop && setsFirst(loop, var) && !holds(loop, outer)) {
    bool shared = false;
    walkExpr(s, [&](const Expr *e) {
      const auto *lambda = dyn_cast<LambdaExpr>(e);
      shared |= lambda && mentions(lambda->getBody(), var);
      shared |= changesVariable(e, var) && !assignedTarget(e);
    });
    return shared;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(s))
    return name->getDecl() == var;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return usesElsewhere(child, var, outer);
  });
}

bool regtt::isLoopCounter(const VarDecl *var, const FunctionDecl *function,
                          const clang::Stmt *outer) {
  return var->isLocalVarDecl() && !var->isStaticLocal() &&
         isScalar(var->getType()) &&
         !usesElsewhere(function->getBody(), var, outer);
}
