// Expressions of a loop's head, by themselves.
#include "HeadExprs.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::reads(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const auto *value = dyn_cast<ir::ValueExpr>(part);
    const ir::Place *place = ir::placeOf(part);
    result |= (value && value->variable == variable) ||
              (place && place->variable() == variable);
  });
  return result;
}

int recognise::constant(const ir::Expr *e) {
  int sign = 1;
  while (true) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    const auto *minus = dyn_cast<ir::UnaryExpr>(e);
    if (cast && cast->op == ir::CastOp::IntToInt) {
      e = cast->operand;
    } else if (minus && minus->op == ir::UnaryOp::Neg) {
      e = minus->operand;
      sign = -sign;
    } else {
      break;
    }
  }
  const auto *number = dyn_cast<ir::IntExpr>(e);
  return number && number->value().isStrictlyPositive() &&
                 number->value().getActiveBits() < 31
             ? sign * static_cast<int>(number->low)
             : 0;
}

ir::BinaryOp recognise::reversed(ir::BinaryOp op) {
  switch (op) {
  case ir::BinaryOp::Lt:
    return ir::BinaryOp::Gt;
  case ir::BinaryOp::Le:
    return ir::BinaryOp::Ge;
  case ir::BinaryOp::Gt:
    return ir::BinaryOp::Lt;
  case ir::BinaryOp::Ge:
    return ir::BinaryOp::Le;
  default:
    return op;
  }
}

const ir::Expr *recognise::withoutBase(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  return cast && (cast->op == ir::CastOp::PtrToPtr ||
                  cast->op == ir::CastOp::ToBase)
             ? cast->operand
             : e;
}

bool recognise::isZero(const ir::Expr *e) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e))
    e = cast->operand;
  const auto *number = dyn_cast<ir::IntExpr>(e);
  return number && number->value().isZero();
}
