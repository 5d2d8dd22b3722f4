// Integers that constants, and variables with one value, say:
//
//   let %n: i32 = 4:i32
//   mul(%n, 2:i32)            // is 8
#include "regtt/Analysis/Integers.h"

#include "regtt/Analysis/Changes.h"

using namespace regtt::ir;
using llvm::APSInt;
using llvm::dyn_cast;

//===--- Values -----------------------------------------------------------===//

namespace {

class Evaluator {
public:
  explicit Evaluator(ValueOfVariable valueOf) : valueOf(valueOf) {}

  std::optional<APSInt> value(const Expr *e) {
    const auto format = integerFormat(e->type);
    if (!format)
      return std::nullopt;
    if (const auto *constant = dyn_cast<IntExpr>(e))
      return APSInt(constant->value(), !format->isSigned);
    if (const auto *constant = dyn_cast<BoolExpr>(e))
      return APSInt(llvm::APInt(1, constant->value), true);
    if (const auto *name = dyn_cast<ValueExpr>(e))
      return valueOf(name->variable);
    if (const auto *load = dyn_cast<LoadExpr>(e)) {
      const Variable *variable = load->place->wholeVariable();
      return variable && !load->place->isVolatile ? valueOf(variable)
                                                  : std::nullopt;
    }
    if (const auto *cast = dyn_cast<CastExpr>(e))
      return converted(*cast, *format);
    if (const auto *unary = dyn_cast<UnaryExpr>(e))
      return negated(*unary);
    if (const auto *binary = dyn_cast<BinaryExpr>(e))
      return combined(*binary);
    return std::nullopt;
  }

private:
  std::optional<APSInt> converted(const CastExpr &cast,
                                  const IntegerFormat &format) {
    if (cast.op != CastOp::IntToInt)
      return std::nullopt;
    const auto operand = value(cast.operand);
    if (!operand)
      return std::nullopt;
    if (cast.type->isBool())
      return APSInt(llvm::APInt(1, !operand->isZero()), true);
    // Bools are unsigned numbers of one bit, so that they extend by zeros.
    APSInt result = operand->extOrTrunc(format.bits);
    result.setIsSigned(format.isSigned);
    return result;
  }

  std::optional<APSInt> negated(const UnaryExpr &unary) {
    const auto operand = value(unary.operand);
    if (operand && unary.op == UnaryOp::Not)
      return ~*operand;
    if (!operand || unary.op != UnaryOp::Neg ||
        (operand->isSigned() && operand->isMinSignedValue()))
      return std::nullopt;
    return -*operand;
  }

  std::optional<APSInt> combined(const BinaryExpr &binary) {
    const auto left = value(binary.left);
    const auto right = left ? value(binary.right) : std::nullopt;
    if (!right)
      return std::nullopt;
    const bool isSigned = left->isSigned();
    const auto exact = [&](const llvm::APInt &result, bool overflows) {
      return isSigned && overflows
                 ? std::nullopt
                 : std::optional<APSInt>(APSInt(result, !isSigned));
    };
    const bool mayDivide =
        !right->isZero() && !(isSigned && left->isMinSignedValue());
    bool overflows = false;
    switch (binary.op) {
    case BinaryOp::Add: {
      const llvm::APInt sum = left->sadd_ov(*right, overflows);
      return exact(sum, overflows);
    }
    case BinaryOp::Sub: {
      const llvm::APInt difference = left->ssub_ov(*right, overflows);
      return exact(difference, overflows);
    }
    case BinaryOp::Mul: {
      const llvm::APInt product = left->smul_ov(*right, overflows);
      return exact(product, overflows);
    }
    case BinaryOp::Div:
      return mayDivide ? std::optional<APSInt>(*left / *right) : std::nullopt;
    case BinaryOp::Rem:
      return mayDivide ? std::optional<APSInt>(*left % *right) : std::nullopt;
    case BinaryOp::And:
      return *left & *right;
    case BinaryOp::Or:
      return *left | *right;
    case BinaryOp::Xor:
      return *left ^ *right;
    default:
      return std::nullopt;
    }
  }

  ValueOfVariable valueOf;
};

} // namespace

std::optional<APSInt> regtt::ir::integerOf(const Expr *e,
                                           ValueOfVariable valueOf) {
  return Evaluator(valueOf).value(e);
}

std::optional<APSInt> regtt::ir::integerOf(const Expr *e,
                                           const Function &function) {
  return integerOf(e, [&](const Variable *variable) -> std::optional<APSInt> {
    const Expr *value = onlyValueOf(variable, function);
    return value ? integerOf(value, function) : std::nullopt;
  });
}
