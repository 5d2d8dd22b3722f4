// Assignments, `+=` and `++`: stores, and the values that they give.
#include "Body.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;
using ir::CastOp;
using llvm::dyn_cast;

/// The place and the right side, in the order of the language: C++ has the
/// right side first, C leaves it open. g++ has the left one first in C++, too,
/// where it is an index in memory, or where `+=` has effects there: a traversal
/// is to give what either compiler makes of it.
static std::pair<const ir::Place *, const ir::Expr *>
sides(Body &body, const clang::BinaryOperator *e) {
  const ir::Place *place = nullptr;
  const ir::Expr *value = nullptr;
  ir::BlockStatement *right =
      body.capture([&] { value = body.value(e->getRHS()); });
  ir::BlockStatement *left =
      body.capture([&] { place = body.place(e->getLHS()); });
  const bool effects = !right->statements.empty() || !left->statements.empty();
  if (effects && body.asksForOrder() && (body.isC() || body.unit.isLoopAlone) &&
      body.unit.effects.conflictsWithPlace(e->getLHS(), e->getRHS()))
    body.openOrder(e->getLHS(), e->getRHS());
  body.splice(right);
  if (!left->statements.empty())
    value = body.pin(value);
  body.splice(left);
  return {place, value};
}

/// A number as another type; pointers and what is the same stay.
static const ir::Expr *converted(Body &body, const ir::Expr *e,
                                 const ir::Type *to) {
  if (!e || !to || e->type == to)
    return e;
  const ir::Type *from = e->type;
  if (from->isFloat())
    return body.make.cast(to->isFloat()  ? CastOp::FloatToFloat
                          : to->isBool() ? CastOp::ToBool
                                         : CastOp::FloatToInt,
                          to, e);
  if (ir::integerFormat(from))
    return body.make.cast(to->isFloat()  ? CastOp::IntToFloat
                          : to->isBool() ? CastOp::ToBool
                                         : CastOp::IntToInt,
                          to, e);
  return body.make.cast(CastOp::PtrToPtr, to, e);
}

const ir::Place *Body::assign(const clang::BinaryOperator *e, bool isUsed) {
  auto [place, right] = sides(*this, e);
  if (!place || !right)
    return nullptr;
  const auto *compound = dyn_cast<clang::CompoundAssignOperator>(e);
  if (isUsed)
    place = pin(place);
  if (!place)
    return nullptr;
  const ir::Expr *stored = right;
  if (compound) {
    const auto op = operatorOf(
        clang::BinaryOperator::getOpForCompoundAssignment(e->getOpcode()));
    const ir::Expr *old = make.load(place);
    if (!op || !old)
      return refuse(e, "the operator " + e->getOpcodeStr());
    if (!old->type->isPointer())
      old = converted(*this, old, type(compound->getComputationLHSType()));
    stored = combine(*this, *op, old, right);
    stored = converted(*this, stored, place->type);
  }
  if (!stored)
    return nullptr;
  if (stored->type != place->type)
    return refuse(e, "an assignment of another type");
  emit(unit.module.store(place, stored, at(e->getBeginLoc())));
  return place;
}

const ir::Expr *Body::assignedValue(const clang::BinaryOperator *e) {
  const bool isPlain = e->getOpcode() == clang::BO_Assign &&
                       e->getType()->isScalarType() &&
                       !e->getLHS()->refersToBitField() &&
                       !e->getLHS()->getType().isVolatileQualified();
  if (!isPlain)
    return make.load(assign(e, true));
  const auto [place, right] = sides(*this, e);
  if (!place || !right)
    return nullptr;
  if (right->type != place->type)
    return refuse(e, "an assignment of another type");
  const ir::Expr *value = pin(right);
  emit(unit.module.store(place, value, at(e->getBeginLoc())));
  return value;
}

const ir::Place *Body::step(const clang::UnaryOperator *e, const ir::Expr **old,
                            bool isUsed) {
  const ir::Place *place = this->place(e->getSubExpr());
  if (isUsed && !old)
    place = pin(place);
  const ir::Expr *before = make.load(place);
  if (!before)
    return nullptr;
  if (old) {
    const ir::Variable *kept = temporary(before->type);
    if (!place->wholeVariable())
      place = pin(place);
    emit(unit.module.let(kept, make.load(place), at(e->getBeginLoc())));
    *old = before = make.load(make.place(kept));
  }
  ir::Module &m = unit.module;
  const ir::Type *type = before->type;
  const int64_t by = e->isIncrementOp() ? 1 : -1;
  const ir::Expr *after = nullptr;
  if (type->isPointer()) {
    after = make.binary(BinaryOp::PtrAdd, before,
                        m.integer(m.intType(ir::IntType::I64), by));
  } else if (const auto *real = dyn_cast<ir::FloatType>(type)) {
    after = make.binary(by > 0 ? BinaryOp::Add : BinaryOp::Sub, before,
                        m.real(real, llvm::APFloat::getOne(real->format)));
  } else if (type->isBool()) {
    // C, and C++ up to 2014: up is true, down is the other one.
    after = by > 0 ? m.boolean(true) : make.unary(ir::UnaryOp::LNot, before);
  } else if (type->isInt() || type->isEnum()) {
    // Small types are counted as ints are, and cut.
    const auto *named = dyn_cast<ir::EnumType>(type);
    const ir::Type *wide = ir::integerFormat(type)->bits < 32
                               ? m.intType(ir::IntType::I32)
                           : named ? named->underlying
                                   : type;
    after = make.cast(CastOp::IntToInt, type,
                      make.binary(by > 0 ? BinaryOp::Add : BinaryOp::Sub,
                                  make.cast(CastOp::IntToInt, wide, before),
                                  make.integer(wide, 1)));
  } else {
    return refuse(e, "a count of that type");
  }
  if (!after)
    return nullptr;
  emit(m.store(place, after, at(e->getBeginLoc())));
  return place;
}
