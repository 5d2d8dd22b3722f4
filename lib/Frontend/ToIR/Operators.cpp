// Operators without effects of their own.
#include "Body.h"
#include "ElementRanges.h"
#include "LibraryCalls.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;
using llvm::dyn_cast;

std::optional<BinaryOp> regtt::toir::operatorOf(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Add:
    return BinaryOp::Add;
  case clang::BO_Sub:
    return BinaryOp::Sub;
  case clang::BO_Mul:
    return BinaryOp::Mul;
  case clang::BO_Div:
    return BinaryOp::Div;
  case clang::BO_Rem:
    return BinaryOp::Rem;
  case clang::BO_Shl:
    return BinaryOp::Shl;
  case clang::BO_Shr:
    return BinaryOp::Shr;
  case clang::BO_And:
    return BinaryOp::And;
  case clang::BO_Or:
    return BinaryOp::Or;
  case clang::BO_Xor:
    return BinaryOp::Xor;
  default:
    return std::nullopt;
  }
}

/// `p - k` is `p + -k`, in 64 bits: k may be unsigned.
static const ir::Expr *negated(Body &body, const ir::Expr *count) {
  ir::Module &m = body.unit.module;
  const ir::Type *wide = m.intType(ir::IntType::I64);
  if (const auto *number = llvm::dyn_cast_or_null<ir::IntExpr>(count))
    if (const auto format = ir::integerFormat(count->type))
      return m.integer(wide, format->isSigned
                                 ? -number->value().sextOrTrunc(64)
                                 : -number->value().zextOrTrunc(64));
  return body.make.unary(ir::UnaryOp::Neg,
                         body.make.cast(ir::CastOp::IntToInt, wide, count));
}

const ir::Expr *regtt::toir::combine(Body &body, BinaryOp op,
                                     const ir::Expr *left,
                                     const ir::Expr *right) {
  if (!left || !right)
    return nullptr;
  const bool leads = left->type->isPointer(),
             follows = right->type->isPointer();
  // `std::max_element(...) - v.begin()`
  if (leads && follows && op == BinaryOp::Sub)
    if (const ir::Expr *distance = distanceFrom(body, left, right))
      return distance;
  if (leads && follows && op == BinaryOp::Sub)
    return body.make.binary(BinaryOp::PtrDiff, left, right);
  if (leads && op == BinaryOp::Sub)
    return body.make.binary(BinaryOp::PtrAdd, left, negated(body, right));
  if (leads && op == BinaryOp::Add)
    return body.make.binary(BinaryOp::PtrAdd, left, right);
  if (follows && op == BinaryOp::Add)
    return body.make.binary(BinaryOp::PtrAdd, right, left);
  return body.make.binary(op, left, right);
}

const ir::Expr *Body::binary(const clang::BinaryOperator *e) {
  if (e->isLogicalOp() ||
      (e->isComparisonOp() && e->getOpcode() != clang::BO_Cmp)) {
    // An int in C.
    const ir::Type *type = this->type(e->getType());
    return make.cast(ir::CastOp::IntToInt, type, condition(e));
  }
  if (e->isAssignmentOp())
    return assignedValue(e);
  if (e->getOpcode() == clang::BO_Comma) {
    discard(e->getLHS());
    return value(e->getRHS());
  }
  const auto op = operatorOf(e->getOpcode());
  if (!op)
    return refuse(e, "the operator " + e->getOpcodeStr());
  const bool isShift = e->isShiftOp() && !isC();
  const auto sides =
      sequence({{e->getLHS(), [&] { return value(e->getLHS()); }},
                {e->getRHS(), [&] { return value(e->getRHS()); }}},
               isShift ? Order::Given : Order::Open);
  return combine(*this, *op, sides[0], sides[1]);
}

const ir::Expr *Body::unary(const clang::UnaryOperator *e) {
  const clang::Expr *of = e->getSubExpr();
  switch (e->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return value(of);
  case clang::UO_Minus:
    return make.unary(ir::UnaryOp::Neg, value(of));
  case clang::UO_Not:
    return make.unary(ir::UnaryOp::Not, value(of));
  case clang::UO_LNot:
    return make.cast(ir::CastOp::IntToInt, type(e->getType()), condition(e));
  case clang::UO_AddrOf: {
    const auto *name = dyn_cast<clang::DeclRefExpr>(of->IgnoreParens());
    if (const auto *callee = llvm::dyn_cast_or_null<clang::FunctionDecl>(
            name ? name->getDecl() : nullptr)) {
      if (e->getType()->isMemberPointerType())
        return refuse(e, "a pointer to a member");
      const ir::Function *made = unit.function(callee);
      return made ? unit.module.addressOf(made, at(e->getBeginLoc())) : nullptr;
    }
    if (e->getType()->isMemberPointerType())
      return refuse(e, "a pointer to a member");
    return make.address(place(of));
  }
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    const ir::Expr *old = nullptr;
    step(e, &old, true);
    return old;
  }
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return make.load(step(e, nullptr, true));
  default:
    return refuse(e, "the operator " +
                         clang::UnaryOperator::getOpcodeStr(e->getOpcode()));
  }
}
