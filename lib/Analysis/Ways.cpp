// Ways are kept short: what holds on a way holds on all longer ones, and of two
// that differ in a term and its opposite one is made.
#include "Ways.h"

#include "regtt/Analysis/Comparisons.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;

//===--- Constants --------------------------------------------------------===//

/// Of an integer's or a truth value's literal, converted or with a sign.
static std::optional<llvm::APSInt> numberOf(const Expr *e) {
  const auto format = integerFormat(e->type);
  if (!format)
    return std::nullopt;
  if (const auto *number = dyn_cast<IntExpr>(e))
    return llvm::APSInt(number->value(), !format->isSigned);
  if (const auto *truth = dyn_cast<BoolExpr>(e))
    return llvm::APSInt(llvm::APInt(1, truth->value), /*isUnsigned=*/true);
  if (const auto *cast = dyn_cast<CastExpr>(e);
      cast && cast->op == CastOp::IntToInt)
    if (auto inner = numberOf(cast->operand)) {
      llvm::APSInt result = inner->extOrTrunc(format->bits);
      result.setIsSigned(format->isSigned);
      return result;
    }
  const auto *unary = dyn_cast<UnaryExpr>(e);
  const auto inner = unary && unary->op == UnaryOp::Neg
                         ? numberOf(unary->operand)
                         : std::nullopt;
  return inner ? std::optional(-*inner) : std::nullopt;
}

std::optional<bool> ir::constantOf(const Expr *e) {
  if (const auto *known = dyn_cast<BoolExpr>(e))
    return known->value;
  if (const auto *unary = dyn_cast<UnaryExpr>(e);
      unary && unary->op == UnaryOp::LNot) {
    const auto operand = constantOf(unary->operand);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  if (const auto *cast = dyn_cast<CastExpr>(e);
      cast && cast->op == CastOp::ToBool) {
    const auto number = numberOf(cast->operand);
    return number ? std::optional(!number->isZero()) : std::nullopt;
  }
  if (const auto *both = dyn_cast<LogicalExpr>(e)) {
    const auto left = constantOf(both->left), right = constantOf(both->right);
    if (left == !both->isAnd || right == !both->isAnd)
      return !both->isAnd;
    return left && right ? std::optional(both->isAnd) : std::nullopt;
  }
  const auto *asked = dyn_cast<BinaryExpr>(e);
  const auto left = asked ? numberOf(asked->left) : std::nullopt;
  const auto right = asked ? numberOf(asked->right) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  switch (asked->op) {
  case BinaryOp::Eq:
    return *left == *right;
  case BinaryOp::Ne:
    return *left != *right;
  case BinaryOp::Lt:
    return *left < *right;
  case BinaryOp::Le:
    return *left <= *right;
  case BinaryOp::Gt:
    return *left > *right;
  case BinaryOp::Ge:
    return *left >= *right;
  default:
    return std::nullopt;
  }
}

const Expr *ir::withoutConstants(const Expr *e) {
  const auto *both = dyn_cast<LogicalExpr>(e);
  if (!both)
    return e;
  if (constantOf(both->left) == both->isAnd)
    return withoutConstants(both->right);
  if (constantOf(both->right) == both->isAnd)
    return withoutConstants(both->left);
  return e;
}

const Expr *ir::asksFor(Module &module, const SwitchStatement &s,
                        const SwitchStatement::Case &each) {
  const Expr *result = nullptr;
  if (each.isDefault) {
    for (const SwitchStatement::Case &other : s.cases)
      for (const Expr *label : other.labels)
        if (!llvm::is_contained(each.labels, label)) {
          const Expr *isOther = module.binary(BinaryOp::Ne, s.value, label);
          result = result ? module.andAlso(result, isOther) : isOther;
        }
    return result ? result : module.boolean(true);
  }
  for (const Expr *label : each.labels) {
    const Expr *isThis = module.binary(BinaryOp::Eq, s.value, label);
    result = result ? module.orElse(result, isThis) : isThis;
  }
  return result;
}

//===--- Terms ------------------------------------------------------------===//

bool ir::contains(const Way &way, const Expr *term) {
  return llvm::any_of(way,
                      [&](const Expr *other) { return equal(other, term); });
}

Way ir::common(const Way &a, const Way &b) {
  Way result;
  llvm::copy_if(a, std::back_inserter(result),
                [&](const Expr *term) { return contains(b, term); });
  return result;
}

std::optional<Way> ir::inRow(Module &module, const std::optional<Way> &a,
                             const std::optional<Way> &b) {
  if (!a || !b)
    return std::nullopt;
  const Ways ways(module);
  Way result = *a;
  for (const Expr *term : *b) {
    if (llvm::any_of(*a, [&](const Expr *known) {
          return ways.isOpposite(known, term);
        }))
      return std::nullopt;
    if (!contains(result, term))
      result.push_back(term);
  }
  return result;
}

/// What is made of conditions that are made of conditions grows.
static bool isShort(const Expr *term) {
  static constexpr unsigned most = 64;
  unsigned size = 0;
  walk(term, [&](const Expr *) { ++size; });
  return size <= most;
}

std::optional<Way> ir::oneOf(Module &module, llvm::ArrayRef<Way> ways) {
  if (ways.empty())
    return std::nullopt;
  Way result = ways.front();
  for (const Way &way : ways.drop_front())
    result = common(result, way);
  Ways rest(module);
  for (const Way &way : ways) {
    Way own;
    llvm::copy_if(way, std::back_inserter(own),
                  [&](const Expr *term) { return !contains(result, term); });
    rest.add(std::move(own));
  }
  if (const Expr *term = rest.condition(); term && isShort(term))
    result.push_back(term);
  return result;
}

static std::optional<BinaryOp> oppositeOf(BinaryOp op) {
  return isComparison(op) ? std::optional(regtt::negated(op)) : std::nullopt;
}

const Expr *Ways::negated(const Expr *e) const {
  const auto *unary = dyn_cast<UnaryExpr>(e);
  if (unary && unary->op == UnaryOp::LNot)
    return unary->operand;
  const auto *asked = dyn_cast<BinaryExpr>(e);
  const auto opposite = asked && integerFormat(asked->left->type)
                            ? oppositeOf(asked->op)
                            : std::nullopt;
  return opposite ? module->binary(*opposite, asked->left, asked->right)
                  : module->unary(UnaryOp::LNot, e);
}

bool Ways::isOpposite(const Expr *a, const Expr *b) const {
  return equal(negated(a), b) || equal(negated(b), a);
}

//===--- Ways -------------------------------------------------------------===//

void Ways::add(Way added) {
  // What holds on a way holds on all longer ones.
  const auto isPart = [](const Way &part, const Way &whole) {
    return llvm::all_of(
        part, [&](const Expr *term) { return contains(whole, term); });
  };
  if (llvm::any_of(ways, [&](const Way &way) { return isPart(way, added); }))
    return;
  llvm::erase_if(ways, [&](const Way &way) { return isPart(added, way); });
  ways.push_back(added);
}

/// Makes one of two ways that differ in one term, which holds on one of them.
bool Ways::join() {
  for (size_t a = 0; a < ways.size(); ++a)
    for (size_t b = a + 1; b < ways.size(); ++b) {
      const Way both = common(ways[a], ways[b]);
      if (both.size() + 1 != ways[a].size() ||
          both.size() + 1 != ways[b].size())
        continue;
      const auto own = [&](const Way &way) {
        return *llvm::find_if(
            way, [&](const Expr *term) { return !contains(both, term); });
      };
      if (!isOpposite(own(ways[a]), own(ways[b])))
        continue;
      ways.erase(ways.begin() + b);
      ways[a] = both;
      return true;
    }
  return false;
}

/// `a || (!a && b)` is `a || b`.
bool Ways::shorten() {
  for (const Way &one : ways)
    for (Way &other : ways) {
      if (one.size() != 1 || &one == &other)
        continue;
      const auto found = llvm::find_if(other, [&](const Expr *term) {
        return isOpposite(one.front(), term);
      });
      if (found == other.end())
        continue;
      other.erase(found);
      return true;
    }
  return false;
}

const Expr *Ways::condition() {
  while (join() || shorten())
    continue;
  // Of many ways, what holds on all.
  static constexpr size_t most = 6;
  while (ways.size() > most) {
    const Way last = ways.back();
    ways.pop_back();
    ways.back() = common(ways.back(), last);
  }
  const Expr *any = nullptr;
  for (const Way &way : ways) {
    if (way.empty())
      return nullptr;
    const Expr *all = nullptr;
    for (const Expr *term : way)
      all = all ? module->andAlso(all, term) : term;
    any = any ? module->orElse(any, all) : all;
  }
  return any ? any : module->boolean(false);
}
