// What a loop counts: the annotated one by one store an iteration, an inner one
// from a constant up to another.
#include "LoopCounters.h"

#include "LoopWalk.h"

#include "regtt/Analysis/ChainStep.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

/// Of `v + 1` and `v - 2`, counted as wider numbers or not, v.
static const Variable *countedOn(const Expr *e) {
  while (const auto *cast = dyn_cast<CastExpr>(e))
    e = cast->operand;
  const auto *step = dyn_cast<BinaryExpr>(e);
  if (!step || (step->op != BinaryOp::Add && step->op != BinaryOp::Sub &&
                step->op != BinaryOp::PtrAdd))
    return nullptr;
  const Expr *by = step->right;
  if (const auto *negated = dyn_cast<UnaryExpr>(by))
    by = negated->operand;
  while (const auto *cast = dyn_cast<CastExpr>(by))
    by = cast->operand;
  const auto *number = dyn_cast<IntExpr>(by);
  if (!number || number->value().isZero())
    return nullptr;
  const Expr *from = step->left;
  while (const auto *cast = dyn_cast<CastExpr>(from))
    from = cast->operand;
  const auto *load = dyn_cast<LoadExpr>(from);
  return load ? load->place->wholeVariable() : nullptr;
}

/// How often each variable is stored to, by its name.
static llvm::DenseMap<const Variable *, unsigned>
storesTo(llvm::ArrayRef<const BlockStatement *> blocks) {
  llvm::DenseMap<const Variable *, unsigned> stores;
  for (const BlockStatement *block : blocks)
    if (block)
      walk(block, [&](const Statement *inner) {
        const auto *store = dyn_cast<StoreStatement>(inner);
        if (store && store->place->variable() && !store->place->isIndirect())
          ++stores[store->place->variable()];
      });
  return stores;
}

void LoopWalk::findCounters(const LoopStatement &s) {
  const auto stores = storesTo({s.body, s.head, s.step});
  for (const BlockStatement *block : {s.head, s.step}) {
    if (!block)
      continue;
    for (const Statement *inner : block->statements) {
      const auto *store = dyn_cast<StoreStatement>(inner);
      const Variable *variable =
          store ? store->place->wholeVariable() : nullptr;
      if (variable && stores.lookup(variable) == 1 &&
          (questions.isCounter(variable) ||
           (countedOn(store->value) == variable &&
            !questions.isShared(variable)))) {
        counters.insert(variable);
        if (chainStep(store->value, variable))
          chained.insert(variable);
      }
    }
  }
  // What the head sets starts there, whatever it held before.
  if (s.init)
    for (const Statement *inner : s.init->statements)
      if (const auto *store = dyn_cast<StoreStatement>(inner))
        if (const Variable *variable = store->place->wholeVariable())
          memory.ofHead.insert(variable);
}

static const Expr *withoutCasts(const Expr *e) {
  while (const auto *cast = dyn_cast_or_null<CastExpr>(e))
    e = cast->operand;
  return e;
}

/// A small number that is none below zero.
static std::optional<int64_t> numberOf(const Expr *e) {
  const auto *number = dyn_cast_or_null<IntExpr>(withoutCasts(e));
  if (!number || number->value().getActiveBits() > 30)
    return std::nullopt;
  return int64_t(number->value().getZExtValue());
}

/// What is below `last`, compared as numbers that may be negative, or are none
/// in any case.
static Number below(const Expr *last,
                    llvm::function_ref<Number(const Expr *)> valueOf) {
  const auto compared = integerFormat(last->type);
  const auto held = integerFormat(withoutCasts(last)->type);
  if (!compared || !held || (held->isSigned && !compared->isSigned))
    return {};
  return Number::below(valueOf(last));
}

std::optional<CountedRange>
regtt::ir::countedRange(const LoopStatement &s,
                        llvm::function_ref<Number(const Expr *)> valueOf) {
  if (s.form != LoopForm::For || s.head || !s.init || !s.step ||
      s.init->statements.size() != 1 || s.step->statements.size() != 1)
    return std::nullopt;
  const auto *var = dyn_cast<VarStatement>(s.init->statements[0]);
  const auto *set = dyn_cast<StoreStatement>(s.init->statements[0]);
  const auto *step = dyn_cast<StoreStatement>(s.step->statements[0]);
  const auto *test = dyn_cast_or_null<BinaryExpr>(s.condition);
  const Variable *variable = var   ? var->variable
                             : set ? set->place->wholeVariable()
                                   : nullptr;
  const auto *next =
      dyn_cast_or_null<BinaryExpr>(step ? withoutCasts(step->value) : nullptr);
  if (!variable || !test || !next || next->op != BinaryOp::Add ||
      numberOf(next->right).value_or(0) == 0 ||
      step->place->wholeVariable() != variable ||
      countedOn(step->value) != variable ||
      storesTo({s.body, s.step}).lookup(variable) != 1)
    return std::nullopt;
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(test->left));
  const auto first = numberOf(var ? var->init : set->value);
  const auto last = numberOf(test->right);
  const bool isUntil =
      test->op == BinaryOp::Ne && numberOf(next->right) == int64_t(1);
  if (!load || load->place->wholeVariable() != variable || !first ||
      (test->op != BinaryOp::Lt && test->op != BinaryOp::Le && !isUntil))
    return std::nullopt;
  if (!last) {
    const bool isBelow =
        test->op == BinaryOp::Lt && integerFormat(variable->type);
    const Number values = isBelow ? below(test->right, valueOf) : Number();
    return values.kind == Number::Below
               ? std::optional(CountedRange{variable, values})
               : std::nullopt;
  }
  const int64_t highest = *last - (test->op != BinaryOp::Le);
  if (highest < *first)
    return std::nullopt; // it never runs
  return CountedRange{variable, Number::within(*first, highest)};
}
