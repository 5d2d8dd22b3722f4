// Sums and ranges of numbers, and how they are written.
#include "Multiples.h"
#include "Numbers.h"
#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- Sums -------------------------------------------------------------===//

/// A constant that sums and products of a few of them do not overflow by.
static std::optional<int64_t> smallConstant(const ir::Expr *e) {
  const auto value = fixedInteger(e);
  return value && value->isRepresentableByInt64() &&
                 value->getSignificantBits() <= 33
             ? std::optional(value->getExtValue())
             : std::nullopt;
}

static void addTerms(const ir::Expr *e, bool isNegated, Sum &sum) {
  if (const auto value = smallConstant(e)) {
    sum.constant += isNegated ? -*value : *value;
    return;
  }
  if (const auto *binary = dyn_cast<ir::BinaryExpr>(e);
      binary &&
      (binary->op == ir::BinaryOp::Add || binary->op == ir::BinaryOp::Sub)) {
    addTerms(binary->left, isNegated, sum);
    return addTerms(binary->right,
                    isNegated != (binary->op == ir::BinaryOp::Sub), sum);
  }
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(e);
      unary && unary->op == ir::UnaryOp::Neg)
    return addTerms(unary->operand, !isNegated, sum);
  sum.terms.push_back({e, isNegated});
}

Sum recognise::sumOf(const ir::Expr *e) {
  Sum result;
  addTerms(e, false, result);
  return result;
}

std::optional<int64_t> recognise::distance(const Sum &a, const Sum &b) {
  std::vector<Sum::Term> rest = b.terms;
  for (const Sum::Term &term : a.terms) {
    const auto same = llvm::find_if(rest, [&](const Sum::Term &other) {
      return other.isNegated == term.isNegated && ir::equal(other.e, term.e);
    });
    if (same == rest.end())
      return std::nullopt;
    rest.erase(same);
  }
  return rest.empty() ? std::optional(b.constant - a.constant) : std::nullopt;
}

const ir::Expr *recognise::madeOf(ir::Module &module, const Sum &sum,
                                  const ir::Type *type) {
  const ir::Expr *result = nullptr;
  const auto join = [&](const ir::Expr *e, bool isNegated) {
    if (!result && !isNegated) {
      result = e;
      return;
    }
    result =
        module.binary(isNegated ? ir::BinaryOp::Sub : ir::BinaryOp::Add,
                      result ? result : module.integer(type, 0), e, e->loc);
  };
  for (const bool isNegated : {false, true}) {
    for (const Sum::Term &term : sum.terms)
      if (term.isNegated == isNegated)
        join(term.e, isNegated);
    if ((sum.constant < 0) == isNegated && sum.constant != 0)
      join(
          module.integer(type, sum.constant < 0 ? -sum.constant : sum.constant),
          isNegated);
  }
  return result ? result : module.integer(type, 0);
}

const ir::Expr *recognise::replaced(ir::Module &module, const ir::Expr *e,
                                    const ir::Expr *number,
                                    const ir::Expr *by) {
  ir::Mapper copy(module);
  copy.onExpr = [&](const ir::Expr *inner) -> const ir::Expr * {
    return ir::equal(inner, number) ? by : nullptr;
  };
  return copy.expr(e);
}

//===--- Ranges -----------------------------------------------------------===//

namespace {

using MaybeRange = std::optional<IntegerRange>;

class RangeReader {
public:
  explicit RangeReader(const ir::Function &function) : function(function) {}

  MaybeRange read(const ir::Expr *e) {
    if (const auto value = smallConstant(e))
      return IntegerRange{*value, *value};
    if (e->type->isBool())
      return IntegerRange{0, 1};
    if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
      // Small numbers stay what they are.
      const auto inner =
          cast->op == ir::CastOp::IntToInt ? read(cast->operand) : std::nullopt;
      return inner && inner->low >= 0 && inner->high <= 127 ? inner
                                                            : std::nullopt;
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return either(read(choice->whenTrue), read(choice->whenFalse));
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(e))
      return unary->op == ir::UnaryOp::Neg
                 ? difference(IntegerRange{0, 0}, read(unary->operand))
                 : std::nullopt;
    if (const auto *binary = dyn_cast<ir::BinaryExpr>(e))
      return of(*binary);
    if (const auto *called = dyn_cast<ir::CallExpr>(e))
      return result(*called->callee);
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return variable(value->variable);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const ir::Variable *held = load ? load->place->wholeVariable() : nullptr;
    return held ? variable(held) : std::nullopt;
  }

private:
  static MaybeRange either(MaybeRange a, MaybeRange b) {
    if (!a || !b)
      return std::nullopt;
    return IntegerRange{std::min(a->low, b->low), std::max(a->high, b->high)};
  }
  static MaybeRange sum(MaybeRange a, MaybeRange b) {
    if (!a || !b)
      return std::nullopt;
    return IntegerRange{a->low + b->low, a->high + b->high};
  }
  static MaybeRange difference(MaybeRange a, MaybeRange b) {
    if (!a || !b)
      return std::nullopt;
    return IntegerRange{a->low - b->high, a->high - b->low};
  }
  /// `a | b` and `a ^ b` have no more bits than either.
  static MaybeRange bits(MaybeRange a, MaybeRange b) {
    if (!a || !b || a->low < 0 || b->low < 0)
      return std::nullopt;
    int64_t all = 1;
    while (all <= std::max(a->high, b->high))
      all *= 2;
    return IntegerRange{0, all - 1};
  }

  MaybeRange of(const ir::BinaryExpr &e) {
    const auto constant = smallConstant(e.right);
    switch (e.op) {
    case ir::BinaryOp::Add:
      return sum(read(e.left), read(e.right));
    case ir::BinaryOp::Sub:
      return difference(read(e.left), read(e.right));
    case ir::BinaryOp::Or:
    case ir::BinaryOp::Xor:
      return bits(read(e.left), read(e.right));
    case ir::BinaryOp::And:
      for (const ir::Expr *side : {e.left, e.right})
        if (const auto mask = read(side); mask && mask->low >= 0)
          return IntegerRange{0, mask->high};
      return std::nullopt;
    case ir::BinaryOp::Rem:
      if (const auto dividend = read(e.left);
          constant && *constant > 0 &&
          ((dividend && dividend->low >= 0) ||
           !ir::integerFormat(e.left->type)->isSigned))
        return IntegerRange{0, *constant - 1};
      return std::nullopt;
    case ir::BinaryOp::Mul:
    case ir::BinaryOp::Shl: {
      const auto a = read(e.left), b = read(e.right);
      const bool isShift = e.op == ir::BinaryOp::Shl;
      if (!a || !b || a->low < 0 || b->low < 0 || a->high > 64 ||
          b->high > (isShift ? 6 : 64))
        return std::nullopt;
      return isShift ? IntegerRange{a->low << b->low, a->high << b->high}
                     : IntegerRange{a->low * b->low, a->high * b->high};
    }
    default:
      return std::nullopt;
    }
  }

  /// All that a function returns.
  MaybeRange result(const ir::Function &callee) {
    if (!callee.body || depth > 3)
      return std::nullopt;
    MaybeRange all;
    bool isKnown = true;
    RangeReader inner(callee);
    inner.depth = depth + 1;
    ir::walk(callee.body, [&](const ir::Statement *s) {
      const auto *returned = dyn_cast<ir::ReturnStatement>(s);
      if (!returned)
        return;
      const auto one =
          returned->value ? inner.read(returned->value) : std::nullopt;
      isKnown &= one.has_value();
      all = all && one ? either(all, one) : one;
    });
    return isKnown ? all : std::nullopt;
  }

  /// All that a local is set to: bits that are set, sums of steps that each
  /// come once, and what a loop counts through.
  MaybeRange variable(const ir::Variable *held) {
    if (held->kind == ir::Variable::Parameter || !seen.insert(held).second)
      return std::nullopt;
    MaybeRange range = ofVariable(held);
    seen.erase(held);
    return range;
  }

  MaybeRange ofVariable(const ir::Variable *held) {
    if (const auto counted = counter(held))
      return counted;
    MaybeRange all;
    bool isKnown = true, isSet = false;
    std::vector<const ir::Expr *> changes;
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      isKnown &= !address || address->place->variable() != held;
    });
    const auto first = [&](const ir::Expr *value) {
      const auto one = value ? read(value) : std::nullopt;
      isKnown &= one.has_value() || !value;
      all = isSet ? either(all, one) : one;
      isSet |= value != nullptr;
    };
    walkOnce(function.body, false, [&](const ir::Statement *s, bool isInLoop) {
      if (const auto *let = dyn_cast<ir::LetStatement>(s);
          let && let->variable == held)
        return first(let->value);
      if (const auto *var = dyn_cast<ir::VarStatement>(s);
          var && var->variable == held)
        return first(var->init);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (!store || store->place->variable() != held)
        return;
      if (store->place->wholeVariable() != held || isInLoop)
        isKnown = false;
      const auto *step = dyn_cast<ir::BinaryExpr>(store->value);
      const auto *old = step ? dyn_cast<ir::LoadExpr>(step->left) : nullptr;
      if (!old || old->place->wholeVariable() != held)
        return first(store->value);
      changes.push_back(store->value);
    });
    for (const ir::Expr *each : changes) {
      const auto *step = llvm::cast<ir::BinaryExpr>(each);
      const auto by = read(step->right);
      if (!by || by->low < 0)
        return std::nullopt;
      if (step->op == ir::BinaryOp::Or || step->op == ir::BinaryOp::Xor)
        all = bits(all, by);
      else if (step->op == ir::BinaryOp::Add)
        all = either(all, sum(all, by));
      else
        return std::nullopt;
    }
    return isKnown ? all : std::nullopt;
  }

  static void
  walkOnce(const ir::Statement *s, bool isInLoop,
           llvm::function_ref<void(const ir::Statement *, bool)> visit) {
    visit(s, isInLoop);
    isInLoop |= isa<ir::LoopStatement, ir::CountedLoopStatement,
                    ir::RangeLoopStatement>(s);
    ir::forEachChild(s, [&](const ir::Statement *child) {
      walkOnce(child, isInLoop, visit);
    });
  }

  /// `for (int k = 0; k < 4; ++k)`, where nothing else changes it.
  MaybeRange counter(const ir::Variable *held) {
    MaybeRange result;
    ir::walk(function.body, [&](const ir::Statement *s) {
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      if (!loop || loop->form != ir::LoopForm::For || !loop->init ||
          !loop->step || loop->head || ir::mayChange(loop->body, held))
        return;
      const ir::Expr *first = firstValue(*loop->init, held);
      const auto from = first ? smallConstant(first) : std::nullopt;
      const auto *test = dyn_cast<ir::BinaryExpr>(loop->condition);
      const auto *left = test ? dyn_cast<ir::LoadExpr>(test->left) : nullptr;
      const auto last = test ? smallConstant(test->right) : std::nullopt;
      if (!from || !last || !left || left->place->wholeVariable() != held ||
          !countsUp(*loop->step, held))
        return;
      if (test->op == ir::BinaryOp::Lt)
        result = IntegerRange{*from, *last - 1};
      else if (test->op == ir::BinaryOp::Le)
        result = IntegerRange{*from, *last};
    });
    return result;
  }

  static const ir::Expr *firstValue(const ir::BlockStatement &init,
                                    const ir::Variable *held) {
    if (init.statements.size() != 1)
      return nullptr;
    const auto *var = dyn_cast<ir::VarStatement>(init.statements[0]);
    return var && var->variable == held ? var->init : nullptr;
  }

  static bool countsUp(const ir::BlockStatement &step,
                       const ir::Variable *held) {
    const auto *store = step.statements.size() == 1
                            ? dyn_cast<ir::StoreStatement>(step.statements[0])
                            : nullptr;
    const auto *sum = store && store->place->wholeVariable() == held
                          ? dyn_cast<ir::BinaryExpr>(store->value)
                          : nullptr;
    const auto *old = sum && sum->op == ir::BinaryOp::Add
                          ? dyn_cast<ir::LoadExpr>(sum->left)
                          : nullptr;
    const auto by = sum ? smallConstant(sum->right) : std::nullopt;
    return old && old->place->wholeVariable() == held && by && *by > 0;
  }

  const ir::Function &function;
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
  int depth = 0;
};

} // namespace

std::optional<IntegerRange> recognise::rangeOf(const ir::Expr *e,
                                               const ir::Function &function) {
  return RangeReader(function).read(e);
}
