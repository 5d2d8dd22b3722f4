// Exchanges pointers into one array for numbers.
#include "PointerFamily.h"
#include "LocalUses.h"

#include "regtt/IR/Equality.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- What belongs to it -----------------------------------------------===//

const ir::Variable *PointerFamily::behind(const ir::Place *place,
                                          const ir::Expr *&offset) {
  const auto *deref = place->steps.size() == 1
                          ? std::get_if<ir::DerefStep>(&place->steps[0])
                          : nullptr;
  offset = deref ? deref->offset : nullptr;
  return deref ? place->variable() : nullptr;
}

/// A pointer that names the array itself, not a member.
std::optional<ElementPointer> PointerFamily::named(const ir::Expr *e) const {
  if (!array.holder)
    return std::nullopt;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  if (load && array.kind == PointedArray::Pointer &&
      ir::equal(load->place, array.holder))
    return ElementPointer{array, nullptr};
  auto result = elementPointer(module, e);
  return result && result->array == array ? result : std::nullopt;
}

bool PointerFamily::derives(const ir::Expr *e) const {
  if (e->type != type)
    return false;
  if (has(heldIn(e)) || (isNullable && isa<ir::NullExpr>(e)))
    return true;
  const ir::Expr *offset = nullptr;
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (address && has(behind(address->place, offset)))
    return true;
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
    return derives(choice->whenTrue) && derives(choice->whenFalse);
  const auto *moved = dyn_cast<ir::BinaryExpr>(e);
  return (moved && moved->op == ir::BinaryOp::PtrAdd && derives(moved->left)) ||
         named(e);
}

const ir::Variable *PointerFamily::setElsewise(const ir::Statement *s) const {
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return has(var->variable) && var->init && !derives(var->init)
               ? var->variable
               : nullptr;
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return has(let->variable) && !derives(let->value) ? let->variable : nullptr;
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  const ir::Variable *result = nullptr;
  ir::forEachPlace(s, [&](const ir::Place *place) {
    const ir::Variable *whole = place->wholeVariable();
    if (has(whole) && !(store && derives(store->value)))
      result = whole;
  });
  return result;
}

//===--- The copy ---------------------------------------------------------===//

const ir::Expr *PointerFamily::numberIn(const ir::Variable *variable,
                                        ir::Location loc) {
  return module.load(module.place(numbers.lookup(variable)), loc);
}

const ir::Expr *PointerFamily::further(const ir::Expr *number,
                                       const ir::Expr *offset) {
  if (!offset)
    return number;
  offset = copy.expr(offset);
  if (offset->type != index)
    offset =
        module.cast(ir::CastOp::IntToInt, index, offset, false, offset->loc);
  const auto *start = dyn_cast<ir::IntExpr>(number);
  return start && start->value().isZero()
             ? offset
             : module.binary(ir::BinaryOp::Add, number, offset, offset->loc);
}

const ir::Expr *PointerFamily::nullNumber(ir::Location loc) {
  return module.integer(index, std::numeric_limits<int64_t>::min(), loc);
}

const ir::Expr *PointerFamily::number(const ir::Expr *e) {
  if (isa<ir::NullExpr>(e))
    return nullNumber(e->loc);
  if (const ir::Variable *held = heldIn(e); has(held))
    return numberIn(held, e->loc);
  if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
    const ir::Expr *offset = nullptr;
    if (const ir::Variable *variable = behind(address->place, offset);
        has(variable))
      return further(numberIn(variable, e->loc), offset);
  }
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
    return module.select(copy.expr(choice->condition), number(choice->whenTrue),
                         number(choice->whenFalse), e->loc);
  if (const auto leads = named(e)) {
    if (!leads->number)
      return module.integer(index, 0, e->loc);
    const ir::Expr *at = copy.expr(leads->number);
    return at->type == index
               ? at
               : module.cast(ir::CastOp::IntToInt, index, at, false, at->loc);
  }
  const auto *moved = llvm::cast<ir::BinaryExpr>(e);
  return further(number(moved->left), moved->right);
}

const ir::Expr *PointerFamily::base(ir::Location loc) {
  return array.kind == PointedArray::Pointer
             ? module.load(array.holder, loc)
             : module.addressOf(array.element(module, module.integer(index, 0)),
                                loc);
}

/// The number of the element that any pointer into the array leads to. It may
/// stand outside of the array, where nothing lies that has an address.
const ir::Expr *PointerFamily::fromBase(const ir::Expr *e) {
  return derives(e) ? number(e)
                    : module.binary(ir::BinaryOp::PtrDiff, copy.expr(e),
                                    base(e->loc), e->loc);
}

/// Null leads nowhere, however far it is moved.
const ir::Expr *PointerFamily::isNull(const ir::Expr *e) {
  const ir::Expr *of = array.kind == PointedArray::Pointer
                           ? module.binary(ir::BinaryOp::Eq, base(e->loc),
                                           module.null(type), e->loc)
                           : nullptr;
  const ir::Expr *is = isNullable ? module.binary(ir::BinaryOp::Eq, number(e),
                                                  nullNumber(e->loc), e->loc)
                                  : nullptr;
  if (of && is)
    return module.orElse(is, of, e->loc);
  return is ? is : of ? of : module.boolean(false, e->loc);
}

const ir::Expr *PointerFamily::askedForNull(const ir::Expr *e) {
  if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
      asked && asked->op == ir::IntrinsicOp::IsNull &&
      derives(asked->arguments[0]))
    return isNull(asked->arguments[0]);
  const auto isNot = [&](const ir::Expr *pointer) {
    return module.unary(ir::UnaryOp::LNot, isNull(pointer), e->loc);
  };
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && cast->op == ir::CastOp::ToBool && derives(cast->operand))
    return isNot(cast->operand);
  const auto *compared = dyn_cast<ir::BinaryExpr>(e);
  if (!compared ||
      (compared->op != ir::BinaryOp::Eq && compared->op != ir::BinaryOp::Ne))
    return nullptr;
  const bool isRight = isa<ir::NullExpr>(compared->right);
  const ir::Expr *pointer = isRight ? compared->left : compared->right;
  if ((!isRight && !isa<ir::NullExpr>(compared->left)) || !derives(pointer))
    return nullptr;
  return compared->op == ir::BinaryOp::Eq ? isNull(pointer) : isNot(pointer);
}

const ir::Expr *PointerFamily::expr(const ir::Expr *e) {
  if (const ir::Expr *asked = askedForNull(e))
    return asked;
  const auto *both = dyn_cast<ir::BinaryExpr>(e);
  const bool isDifference = both && both->op == ir::BinaryOp::PtrDiff;
  if (both && (isDifference || ir::isComparison(both->op)) &&
      derives(both->left) && derives(both->right))
    return module.binary(isDifference ? ir::BinaryOp::Sub : both->op,
                         number(both->left), number(both->right), e->loc);
  if (both && ir::isComparison(both->op) &&
      derives(both->left) != derives(both->right))
    return module.binary(both->op, fromBase(both->left), fromBase(both->right),
                         e->loc);
  if (!derives(e) || named(e) || isa<ir::NullExpr>(e))
    return nullptr;
  const ir::Expr *address =
      module.addressOf(array.element(module, number(e)), e->loc);
  return isNullable
             ? module.select(isNull(e), module.null(type), address, e->loc)
             : address;
}

const ir::Place *PointerFamily::place(const ir::Place *p) {
  const ir::Expr *offset = nullptr;
  const ir::Variable *variable = behind(p, offset);
  return has(variable)
             ? array.element(module, further(numberIn(variable, {}), offset))
             : nullptr;
}

/// The number that stands for a local.
const ir::Variable *PointerFamily::declare(const ir::Variable *local) {
  ir::Variable *result =
      module.variable(local->kind, local->name, index, local->loc);
  numbers[local] = result;
  return result;
}

std::optional<std::vector<ir::Statement *>>
PointerFamily::statement(const ir::Statement *s) {
  const auto one = [](ir::Statement *made) {
    return std::vector<ir::Statement *>{made};
  };
  if (const auto *var = dyn_cast<ir::VarStatement>(s);
      var && has(var->variable)) {
    const ir::Expr *init = var->init ? number(var->init) : nullptr;
    return one(module.var(declare(var->variable), init, s->loc));
  }
  if (const auto *let = dyn_cast<ir::LetStatement>(s);
      let && has(let->variable)) {
    const ir::Expr *value = number(let->value);
    return one(module.let(declare(let->variable), value, s->loc));
  }
  if (const auto *store = dyn_cast<ir::StoreStatement>(s);
      store && has(store->place->wholeVariable()))
    return one(module.store(
        module.place(numbers.lookup(store->place->wholeVariable())),
        number(store->value), s->loc));
  return std::nullopt;
}
