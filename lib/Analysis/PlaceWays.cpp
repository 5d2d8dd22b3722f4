// Reads by place. A symbol stands for one number as long as its iteration
// lasts; two iterations' are never compared (NodeConditions.cpp sees to it).
#include "PlaceWays.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

//===--- Symbols ----------------------------------------------------------===//

const Expr *PlaceWays::symbol(const void *owner, const Variable *variable) {
  const Variable *&made = symbols[{owner, variable}];
  if (!made)
    made = module.variable(Variable::Let, variable->name, variable->type);
  return module.load(module.place(made));
}

bool ir::namesSymbol(const Expr *e) {
  bool result = false;
  walk(e, [&](const Expr *part) { result |= isa<ValueExpr>(part); });
  return result;
}

void ir::forgetSymbols(Way &way) { llvm::erase_if(way, namesSymbol); }

void ir::forgetSymbols(Known &known) {
  Known result;
  for (auto &[variable, choices] : known) {
    Choices kept;
    for (Choice each : choices) {
      forgetSymbols(each.way);
      if (each.value && namesSymbol(each.value))
        each.value = nullptr;
      include(kept, std::move(each));
    }
    if (kept = finished(std::move(kept)); !kept.empty())
      result[variable] = std::move(kept);
  }
  known = std::move(result);
}

/// As a number far from overflow; an unsigned one that was made by going below
/// zero is negative.
static std::optional<int64_t> smallNumber(const Expr *e) {
  static constexpr int64_t most = 1 << 20;
  const auto value =
      integerOf(e, [](const Variable *) { return std::nullopt; });
  if (!value)
    return std::nullopt;
  const llvm::APInt bits = *value;
  const auto number = bits.getSignificantBits() <= 64
                          ? std::optional(bits.getSExtValue())
                          : std::nullopt;
  return number && *number > -most && *number < most ? number : std::nullopt;
}

std::optional<PlaceSum> ir::placeSum(const Expr *e) {
  if (!integerFormat(e->type) || e->type->isBool())
    return std::nullopt;
  if (const auto number = smallNumber(e))
    return PlaceSum{nullptr, *number};
  if (const auto *value = dyn_cast<ValueExpr>(e))
    return PlaceSum{value->variable, 0};
  if (const auto *cast = dyn_cast<CastExpr>(e)) {
    const auto from = integerFormat(cast->operand->type);
    // Of what is cut off, two may be one.
    if (cast->op != CastOp::IntToInt || !from ||
        from->bits > integerFormat(e->type)->bits)
      return std::nullopt;
    const auto inner = placeSum(cast->operand);
    return inner && inner->symbol ? inner : std::nullopt;
  }
  const auto *sum = dyn_cast<BinaryExpr>(e);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub))
    return std::nullopt;
  const auto left = placeSum(sum->left), right = placeSum(sum->right);
  if (!left || !right || !left->symbol == !right->symbol)
    return std::nullopt;
  const int64_t sign = sum->op == BinaryOp::Add ? 1 : -1;
  PlaceSum result = left->symbol ? *left : *right;
  result.offset = left->offset + sign * right->offset;
  result.isDown = left->symbol ? left->isDown : right->isDown != (sign < 0);
  return result;
}

bool ir::isOfSymbols(const Expr *e) {
  bool result = integerFormat(e->type).has_value();
  walk(e, [&](const Expr *part) {
    result &= isa<ValueExpr, IntExpr, CastExpr, UnaryExpr, BinaryExpr>(part);
  });
  return result;
}

//===--- Terms ------------------------------------------------------------===//

std::optional<llvm::APSInt> PlaceWays::valueAt(const Expr *e,
                                               uint64_t place) const {
  return integerOf(e, [&](const Variable *variable) {
    return variable == asked.place
               ? std::optional(llvm::APSInt(llvm::APInt(32, place), false))
               : std::nullopt;
  });
}

/// Whether `e` is within 0 and `count` at all places.
bool PlaceWays::isWithin(const Expr *e, uint64_t count) const {
  for (uint64_t place = 0; place < asked.count; ++place) {
    const auto value = valueAt(e, place);
    if (!value || value->isNegative() || value->uge(count))
      return false;
  }
  return true;
}

/// The type of what the first `count` steps of a place lead to.
static const Type *typeThrough(Module &module, const Place &place,
                               size_t count) {
  return module.place(place.root, place.steps.take_front(count))->type;
}

const Expr *ir::indexOf(const Step &step) {
  if (const auto *index = std::get_if<IndexStep>(&step))
    return index->index;
  const auto *element = std::get_if<ElementStep>(&step);
  return element ? element->index : nullptr;
}

/// Whether it can be evaluated at any place.
bool PlaceWays::isTotal(const Expr *term) const {
  bool result = true;
  walk(term, [&](const Expr *e) {
    if (const auto *shift = dyn_cast<BinaryExpr>(e);
        shift && (shift->op == BinaryOp::Shl || shift->op == BinaryOp::Shr)) {
      const auto format = integerFormat(shift->type);
      result &= format && isWithin(shift->right, format->bits - 1);
    }
    const Place *place = placeOf(e);
    const auto *data = place ? std::get_if<DataRoot>(&place->root) : nullptr;
    if (!data)
      return;
    result &= !asked.isBase(*data);
    if (data->kind == DataRoot::Element)
      result &= isWithin(data->index, asked.count);
    for (size_t k = 0; k < place->steps.size(); ++k)
      if (const Expr *index = indexOf(place->steps[k])) {
        const auto count = lengthOf(typeThrough(module, *place, k));
        result &= count && isWithin(index, *count);
      }
  });
  return result;
}

/// Whether it compares nothing but places, and holds for all of them.
bool PlaceWays::isOfAll(const Expr *term) const {
  const auto *asks = dyn_cast<BinaryExpr>(term);
  if (!asks || !isComparison(asks->op))
    return false;
  for (uint64_t place = 0; place < asked.count; ++place) {
    const auto left = valueAt(asks->left, place),
               right = valueAt(asks->right, place);
    if (!left || !right)
      return false;
    const auto literal = [&](const Expr *like, const llvm::APInt &value) {
      return module.integer(like->type, value);
    };
    if (constantOf(module.binary(asks->op, literal(asks->left, *left),
                                 literal(asks->right, *right))) != true)
      return false;
  }
  return asked.count > 0;
}

/// What `term` says of asked.place, where that is `sum`; null: nothing.
const Expr *PlaceWays::at(const Expr *term, const PlaceSum &sum) const {
  bool isOfOther = false;
  const Type *type = asked.place->type;
  const Expr *place = module.load(module.place(asked.place));
  const Expr *offset = module.integer(type, std::abs(sum.offset));
  if (sum.isDown)
    place =
        module.binary(BinaryOp::Sub, module.integer(type, sum.offset), place);
  else if (sum.offset != 0)
    place = module.binary(sum.offset > 0 ? BinaryOp::Sub : BinaryOp::Add, place,
                          offset);
  Mapper copy(module);
  copy.onExpr = [&](const Expr *e) -> const Expr * {
    const auto *value = dyn_cast<ValueExpr>(e);
    if (!value)
      return nullptr;
    isOfOther |= value->variable != sum.symbol;
    return e->type == type ? place
                           : module.cast(CastOp::IntToInt, e->type, place);
  };
  const Expr *made = copy.expr(term);
  return isOfOther || !isTotal(made) ? nullptr : made;
}

//===--- Ways -------------------------------------------------------------===//

/// Whether `way` says that an integer is one of the first of its type, which no
/// conversion loses anything of.
static bool isSmall(const Expr *e, const Way &way) {
  bool isBelow = false, isNatural = !integerFormat(e->type)->isSigned;
  for (const Expr *term : way) {
    const auto *asks = dyn_cast<BinaryExpr>(term);
    const auto than =
        asks && equal(asks->left, e) ? smallNumber(asks->right) : std::nullopt;
    if (!than || *than < 0)
      continue;
    isBelow |= asks->op == BinaryOp::Lt || asks->op == BinaryOp::Le;
    isNatural |= asks->op == BinaryOp::Ge || asks->op == BinaryOp::Gt;
  }
  return isBelow && isNatural;
}

/// A place as it was before it was made a slot's number.
static const Expr *asCounted(const Expr *at, const Way &way) {
  const auto *cast = dyn_cast<CastExpr>(at);
  return cast && cast->op == CastOp::IntToInt && cast->operand->type->isInt() &&
                 integerFormat(at->type)->bits >= 32 &&
                 isSmall(cast->operand, way)
             ? cast->operand
             : at;
}

void PlaceWays::add(const Choices &at, const Way &way) {
  if (at.empty())
    return add(nullptr, way);
  for (const Choice &each : at)
    if (const auto all = inRow(module, way, each.way))
      add(each.value, *all);
}

void PlaceWays::add(const Expr *at, const Way &way) {
  if (const auto *choice = at ? dyn_cast<SelectExpr>(at) : nullptr) {
    const Expr *asks = choice->condition;
    if (const auto is = inRow(module, way, Way{asks}))
      add(choice->whenTrue, *is);
    if (const auto isNot = inRow(module, way, Way{Ways(module).negated(asks)}))
      add(choice->whenFalse, *isNot);
    return;
  }
  const PlaceSum sum = (at ? placeSum(asCounted(at, way)) : std::nullopt)
                           .value_or(PlaceSum{nullptr, -1});
  PlaceWay added;
  if (at && !sum.symbol && sum.offset >= 0) {
    if (uint64_t(sum.offset) >= asked.count)
      return; // there is no such child
    added.place = sum.offset;
  }
  for (const Expr *term : way)
    if (const Expr *said = this->at(term, sum); said && !isOfAll(said))
      added.way.push_back(said);
  ways.push_back(std::move(added));
}

/// What holds on all ways.
Way PlaceWays::common() const {
  if (ways.empty())
    return {};
  Way result = ways.front().way;
  for (const PlaceWay &each : ways)
    result = ir::common(result, each.way);
  return result;
}

const Expr *PlaceWays::condition() const {
  // Of a node that no visit reads any child of, that is said already; and so is
  // what holds of the node on all ways.
  if (ways.empty())
    return nullptr;
  Way always = common();
  llvm::erase_if(always, namesSymbol);
  Ways anywhere(module);
  std::map<uint64_t, Ways> known;
  bool isAnywhere = false;
  for (const PlaceWay &each : ways) {
    Way own;
    llvm::copy_if(each.way, std::back_inserter(own),
                  [&](const Expr *term) { return !contains(always, term); });
    isAnywhere |= !each.place;
    Ways &of = each.place ? known.try_emplace(*each.place, module).first->second
                          : anywhere;
    of.add(std::move(own));
  }
  const Expr *result = isAnywhere ? anywhere.condition() : nullptr;
  if (isAnywhere && !result)
    return nullptr;
  bool saysMore = isAnywhere || known.size() < asked.count;
  const Expr *place = module.load(module.place(asked.place));
  for (auto &[number, of] : known) {
    const Expr *isThis = module.binary(
        BinaryOp::Eq, place, module.integer(asked.place->type, number));
    const Expr *when = of.condition();
    saysMore |= when != nullptr;
    if (when)
      isThis = module.andAlso(isThis, when);
    result = result ? module.orElse(result, isThis) : isThis;
  }
  return saysMore ? result : nullptr;
}
