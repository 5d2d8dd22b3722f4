// Changes of elements as programs spell them:
//
//     store %h[%c] = add(load %h[%c], %v)              add, %v
//     store %h[%c] = floattofloat<f32>(                add, %v: f64
//         add(floattofloat<f64>(load %h[%c]), %v))
//     if lt(%d, load %m[%c]) { store %m[%c] = %d }     min, %d
//     if lt(load %p[%c], 0) { store %p[%c] = %v }      %v, where p[c] < 0
#include "ElementChanges.h"

#include "Multiples.h"

#include "regtt/Analysis/Comparisons.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using ir::Combiner;
using llvm::dyn_cast;
using llvm::isa;

//===--- Tests ------------------------------------------------------------===//

std::optional<ElementTest> recognise::elementTestOf(
    ir::Module &module, const ir::Expr *e,
    llvm::function_ref<bool(const ir::Place *)> isElement) {
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(e);
      unary && unary->op == ir::UnaryOp::LNot) {
    auto test = elementTestOf(module, unary->operand, isElement);
    if (test)
      test->op = negated(test->op);
    return test;
  }
  // `if (seen[w])`
  const auto *truth = dyn_cast<ir::CastExpr>(e);
  const auto *asked = dyn_cast<ir::LoadExpr>(
      truth && truth->op == ir::CastOp::ToBool ? truth->operand : e);
  if (asked && isElement(asked->place)) {
    if (asked->type->isBool())
      return ElementTest{BinaryOp::Ne, asked->place, module.boolean(false),
                         e->loc};
    if (asked->type->isInt())
      return ElementTest{BinaryOp::Ne, asked->place,
                         module.integer(asked->type, 0), e->loc};
  }
  const auto *compared = dyn_cast<ir::BinaryExpr>(e);
  if (!compared || !ir::isComparison(compared->op))
    return std::nullopt;
  const auto elementOf = [&](const ir::Expr *side) {
    // Without promotions.
    while (const auto *cast = dyn_cast<ir::CastExpr>(side)) {
      if (cast->op != ir::CastOp::IntToInt)
        break;
      side = cast->operand;
    }
    const auto *load = dyn_cast<ir::LoadExpr>(side);
    return load && load->type->isInt() && isElement(load->place) ? load
                                                                 : nullptr;
  };
  if (const ir::LoadExpr *load = elementOf(compared->left))
    return ElementTest{compared->op, load->place, compared->right, e->loc};
  if (const ir::LoadExpr *load = elementOf(compared->right))
    return ElementTest{reversed(compared->op), load->place, compared->left,
                       e->loc};
  return std::nullopt;
}

std::optional<int64_t> recognise::fixedNumber(const ir::Expr *e) {
  if (const auto *truth = dyn_cast<ir::BoolExpr>(e))
    return truth->value;
  const auto value = fixedInteger(e);
  if (!value || !value->isRepresentableByInt64() ||
      value->getExtValue() == INT64_MIN)
    return std::nullopt;
  return value->getExtValue();
}

//===--- Changes ----------------------------------------------------------===//

namespace {

class Reader {
public:
  Reader(ir::Module &module,
         llvm::function_ref<bool(const ir::Place *)> isElement)
      : module(module), isElement(isElement) {}

  std::optional<ElementChange> stored(const ir::StoreStatement &s) const {
    if (!isElement(s.place))
      return std::nullopt;
    bool looks = false;
    ir::walk(s.value, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      looks |= place && isElement(place);
    });
    if (!looks)
      return ElementChange{std::nullopt, s.place, s.value};
    if (auto least = called(s))
      return least;
    return s.place->type->isFloat() ? rounded(s) : wrapped(s);
  }

  /// `if (d < h[c]) h[c] = d;`
  std::optional<ElementChange> chosen(const ir::IfStatement &s) const {
    const auto *store =
        s.then->statements.size() == 1 && !s.otherwise
            ? dyn_cast<ir::StoreStatement>(s.then->statements.front())
            : nullptr;
    const auto *compared = dyn_cast<ir::BinaryExpr>(s.condition);
    if (!store || !isElement(store->place) || !compared ||
        !(store->place->type->isInt() || store->place->type->isFloat()))
      return std::nullopt;
    // Of floating-point numbers that are equal the first one stays, as by min
    // and max.
    const bool isStrict =
        compared->op == BinaryOp::Lt || compared->op == BinaryOp::Gt;
    if (store->place->type->isFloat() && !isStrict)
      return std::nullopt;
    const ir::Expr *smaller = compared->left, *greater = compared->right;
    if (compared->op == BinaryOp::Gt || compared->op == BinaryOp::Ge)
      std::swap(smaller, greater);
    else if (compared->op != BinaryOp::Lt && compared->op != BinaryOp::Le)
      return std::nullopt;
    // Both are promoted from one type.
    const auto *first = dyn_cast<ir::CastExpr>(smaller);
    const auto *second = dyn_cast<ir::CastExpr>(greater);
    if (first && second && first->op == ir::CastOp::IntToInt &&
        second->op == ir::CastOp::IntToInt &&
        first->operand->type == second->operand->type &&
        keepsValue(first->operand->type, first->type)) {
      smaller = first->operand;
      greater = second->operand;
    }
    const bool isMin = isHeld(greater, store->place);
    const ir::Expr *held = isMin ? greater : smaller;
    const ir::Expr *value = isMin ? smaller : greater;
    if (!isHeld(held, store->place) || value->type != store->place->type ||
        !ir::equal(value, store->value))
      return std::nullopt;
    return ElementChange{isMin ? Combiner::Min : Combiner::Max, store->place,
                         value};
  }

  /// `if (p[c] < 0) p[c] = v;`, with a number of the source.
  std::optional<ElementChange> setWhere(const ir::IfStatement &s) const {
    const auto *store =
        s.then->statements.size() == 1 && !s.otherwise
            ? dyn_cast<ir::StoreStatement>(s.then->statements.front())
            : nullptr;
    const auto test = elementTestOf(module, s.condition, isElement);
    if (!store || !test || !ir::equal(store->place, test->place) ||
        !keepsValue(store->place->type, test->with->type))
      return std::nullopt;
    const auto number = fixedNumber(test->with);
    if (!number || !fits(store->place->type, *number))
      return std::nullopt;
    return ElementChange{std::nullopt, store->place, store->value, test};
  }

private:
  /// Whether an integer of that type may be the number.
  static bool fits(const ir::Type *type, int64_t number) {
    const auto format = ir::integerFormat(type);
    return format &&
           (format->isSigned
                ? llvm::isIntN(format->bits, number)
                : number >= 0 && llvm::isUIntN(format->bits, uint64_t(number)));
  }

  /// Whether integers of type `from` are what they are in `to`.
  static bool keepsValue(const ir::Type *from, const ir::Type *to) {
    const auto narrow = ir::integerFormat(from), wide = ir::integerFormat(to);
    return from == to || (narrow && wide && narrow->bits < wide->bits &&
                          (narrow->isSigned ? wide->isSigned : true));
  }

  static bool isHeld(const ir::Expr *e, const ir::Place *place) {
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load && ir::equal(load->place, place);
  }

  //===--- Integers -------------------------------------------------------===//

  /// Without conversions between integers that keep the lowest `bits` bits.
  static const ir::Expr *lowest(const ir::Expr *e, unsigned bits) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    const auto to = cast ? ir::integerFormat(cast->type) : std::nullopt;
    const auto from =
        cast ? ir::integerFormat(cast->operand->type) : std::nullopt;
    return cast && cast->op == ir::CastOp::IntToInt && to && from &&
                   to->bits >= bits && from->bits >= bits
               ? lowest(cast->operand, bits)
               : e;
  }

  std::optional<ElementChange> wrapped(const ir::StoreStatement &s) const {
    const auto format = ir::integerFormat(s.place->type);
    if (!format)
      return std::nullopt;
    const auto *binary =
        dyn_cast<ir::BinaryExpr>(lowest(s.value, format->bits));
    if (!binary)
      return std::nullopt;
    const ir::Expr *left = binary->left, *right = binary->right;
    const auto holds = [&](const ir::Expr *e) {
      return isHeld(lowest(e, format->bits), s.place);
    };
    if (!holds(left) && binary->op != BinaryOp::Sub)
      std::swap(left, right);
    if (!holds(left))
      return std::nullopt;
    if (binary->op == BinaryOp::Sub)
      return ElementChange{Combiner::Add, s.place,
                           negated(right, s.place->type)};
    const auto combiner = ir::combinerOf(binary->op);
    if (!combiner)
      return std::nullopt;
    return ElementChange{combiner, s.place, inType(right, s.place->type)};
  }

  const ir::Expr *inType(const ir::Expr *e, const ir::Type *type) const {
    return e->type == type
               ? e
               : module.cast(ir::CastOp::IntToInt, type, e, false, e->loc);
  }

  /// Of a number that nothing is taken from in its own type: it may be the
  /// least one.
  const ir::Expr *negated(const ir::Expr *e, const ir::Type *type) const {
    const auto format = ir::integerFormat(type);
    const ir::Type *wraps = module.intType(
        format->bits == 64 ? ir::IntType::U64 : ir::IntType::U32);
    return inType(module.binary(BinaryOp::Sub, module.integer(wraps, 0),
                                inType(e, wraps), e->loc),
                  type);
  }

  //===--- Floating-point numbers -----------------------------------------===//

  /// In the element's type or in a wider one.
  std::optional<ElementChange> rounded(const ir::StoreStatement &s) const {
    const ir::Expr *e = s.value;
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      if (cast->op == ir::CastOp::FloatToFloat &&
          widens(s.place->type, cast->operand->type))
        e = cast->operand;
    const auto *binary = dyn_cast<ir::BinaryExpr>(e);
    if (!binary)
      return std::nullopt;
    const auto holds = [&](const ir::Expr *operand) {
      const auto *cast = dyn_cast<ir::CastExpr>(operand);
      return isHeld(cast && cast->op == ir::CastOp::FloatToFloat &&
                            widens(cast->operand->type, cast->type)
                        ? cast->operand
                        : operand,
                    s.place);
    };
    const ir::Expr *left = binary->left, *right = binary->right;
    if (!holds(left) && binary->op != BinaryOp::Sub)
      std::swap(left, right);
    if (!holds(left))
      return std::nullopt;
    switch (binary->op) {
    case BinaryOp::Add:
      return ElementChange{Combiner::Add, s.place, right};
    case BinaryOp::Sub: // rounds to the same number
      return ElementChange{Combiner::Add, s.place,
                           module.unary(ir::UnaryOp::Neg, right, right->loc)};
    case BinaryOp::Mul:
      return ElementChange{Combiner::Mul, s.place, right};
    default:
      return std::nullopt;
    }
  }

  static bool widens(const ir::Type *from, const ir::Type *to) {
    return from->isFloat() && to->isFloat() &&
           *ir::sizeOf(from) < *ir::sizeOf(to);
  }

  //===--- Both -----------------------------------------------------------===//

  /// `std::min(h[c], d)`; of integers either way round, since of equal ones
  /// each is the other.
  std::optional<ElementChange> called(const ir::StoreStatement &s) const {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(s.value);
    if (!call || call->arguments.size() != 2 || call->type != s.place->type ||
        (call->name != "std::min" && call->name != "std::max"))
      return std::nullopt;
    const ir::Expr *held = call->arguments[0], *value = call->arguments[1];
    if (!isHeld(held, s.place) && !s.place->type->isFloat())
      std::swap(held, value);
    if (!isHeld(held, s.place) || value->type != s.place->type)
      return std::nullopt;
    return ElementChange{call->name == "std::min" ? Combiner::Min
                                                  : Combiner::Max,
                         s.place, value};
  }

  ir::Module &module;
  llvm::function_ref<bool(const ir::Place *)> isElement;
};

} // namespace

std::optional<ElementChange> recognise::elementChangeOf(
    ir::Module &module, const ir::Statement *s,
    llvm::function_ref<bool(const ir::Place *)> isElement) {
  const Reader reader(module, isElement);
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    return reader.stored(*store);
  if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
    const auto chosen = reader.chosen(*choice);
    return chosen ? chosen : reader.setWhere(*choice);
  }
  return std::nullopt;
}
