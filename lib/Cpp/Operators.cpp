// Operators: which conversions their operands need so that C++ computes in the
// type that the language computes in, and which parentheses.
#include "ExprPrinter.h"

using namespace regtt;
using namespace regtt::cpp;
using ir::BinaryOp;
using ir::UnaryOp;
using llvm::cast;
using llvm::dyn_cast;

llvm::StringRef cpp::signOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::PtrAdd:
    return "+";
  case BinaryOp::Sub:
  case BinaryOp::PtrDiff:
    return "-";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::Rem:
    return "%";
  case BinaryOp::Shl:
    return "<<";
  case BinaryOp::Shr:
    return ">>";
  case BinaryOp::And:
    return "&";
  case BinaryOp::Or:
    return "|";
  case BinaryOp::Xor:
    return "^";
  case BinaryOp::Eq:
    return "==";
  case BinaryOp::Ne:
    return "!=";
  case BinaryOp::Lt:
    return "<";
  case BinaryOp::Le:
    return "<=";
  case BinaryOp::Gt:
    return ">";
  case BinaryOp::Ge:
    return ">=";
  }
  llvm_unreachable("an operator that there is not");
}

Precedence cpp::precedenceOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::PtrAdd:
  case BinaryOp::PtrDiff:
    return Precedence::Additive;
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return Precedence::Multiplicative;
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return Precedence::Shift;
  case BinaryOp::And:
    return Precedence::BitAnd;
  case BinaryOp::Or:
    return Precedence::BitOr;
  case BinaryOp::Xor:
    return Precedence::BitXor;
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return Precedence::Equality;
  default:
    return Precedence::Relational;
  }
}

static bool isBinary(Precedence p) {
  return p >= Precedence::LogicalOr && p <= Precedence::Multiplicative;
}

/// An operand of `op`, with parentheses where C++ needs them and where readers
/// and -Wall want them: `(a & b) == c`, `(a + b) << c`, `(a < b) == c`.
static std::string operandText(BinaryOp op, const Text &operand, bool isRight) {
  const Precedence own = precedenceOf(op), inner = operand.precedence;
  bool wanted = inner < own || (isRight && inner == own);
  if (own <= Precedence::Shift && isBinary(inner)) {
    const bool compares =
        own == Precedence::Equality || own == Precedence::Relational;
    wanted |= compares ? inner <= Precedence::Shift : inner != own;
  }
  if (ir::isComparison(op) && llvm::StringRef(operand.text).starts_with("!"))
    wanted = true;
  return wanted ? "(" + operand.text + ")" : operand.text;
}

Printed ExprPrinter::joined(BinaryOp op, const Printed &left,
                            const Printed &right, const ir::Type *type) {
  Printed result(operandText(op, left, false) + " " + signOf(op).str() + " " +
                     operandText(op, right, true),
                 precedenceOf(op), type);
  result.isConstant = left.isConstant && right.isConstant;
  return result;
}

//===--- Arithmetic and comparisons ---------------------------------------===//

/// A bit-field that is declared wider than int: compilers differ in what they
/// compute with.
static bool isWideBitField(const Printed &text) {
  return text.bitWidth != 0 && ir::integerFormat(text.type)->bits > 32;
}

/// Whether a comparison with an unsigned number warns.
static bool isSignedOperand(const Printed &text) {
  const auto format = ir::integerFormat(text.type);
  return format && format->isSigned &&
         !(text.value && text.value->isNonNegative());
}

/// Whether C++ computes `op` of these texts in `type`, or, if that is narrower
/// than int, in int with the same operands.
bool ExprPrinter::isSound(BinaryOp op, const Operands &found,
                          const ir::Type *type) {
  if (!isArithmetic(found.left.type) || !isArithmetic(found.right.type) ||
      isWideBitField(found.left) || isWideBitField(found.right) ||
      !found.computed)
    return false;
  TextType own;
  own.type = type;
  const ir::Type *wide = promoted(own, module);
  if (found.computed != wide)
    return false;
  if (wide != type && (!holds(type, found.left) || !holds(type, found.right)))
    return false;
  if (!ir::isComparison(op))
    return true;
  const auto format = ir::integerFormat(wide);
  if (format && !format->isSigned &&
      (isSignedOperand(found.left) || isSignedOperand(found.right)))
    return false;
  return found.left.type->isBool() == found.right.type->isBool();
}

ExprPrinter::Operands ExprPrinter::operands(BinaryOp op, const ir::Expr *left,
                                            const ir::Expr *right) {
  const ir::Type *type = plain(left->type);
  Operands plainly{print(left), print(right), nullptr};
  const Operands exactly{converted(plainly.left, type),
                         converted(plainly.right, plain(right->type)), nullptr};
  if (isHalf(type)) // computed in float, perhaps: never without a conversion
    return {exactly.left, exactly.right, module.floatType(ir::FloatType::F32)};
  Operands tries[] = {plainly,
                      {exactly.left, plainly.right, nullptr},
                      {plainly.left, exactly.right, nullptr},
                      exactly};
  for (Operands &found : tries) {
    found.computed = common(found.left, found.right, module);
    if (isSound(op, found, type))
      return found;
  }
  return tries[3];
}

/// Whether the product of two such numbers may not fit into an int, in which
/// C++ computes it.
static bool overflowsInt(BinaryOp op, const ir::Type *type) {
  const auto format = ir::integerFormat(type);
  return op == BinaryOp::Mul && format && !format->isSigned &&
         format->bits == 16;
}

Printed ExprPrinter::arithmetic(const ir::BinaryExpr &e) {
  const ir::Type *type = plain(e.left->type);
  Operands found = operands(e.op, e.left, e.right);
  if (overflowsInt(e.op, type)) {
    found.computed = module.intType(ir::IntType::U32);
    found.left = writtenCast("static_cast", found.computed, found.left.text);
  }
  return joined(e.op, found.left, found.right,
                ir::isComparison(e.op) ? e.type : found.computed);
}

std::optional<Printed> ExprPrinter::assignedOperand(BinaryOp op,
                                                    const ir::Expr *left,
                                                    const ir::Expr *right) {
  const ir::Type *type = plain(left->type);
  if (op == BinaryOp::PtrAdd)
    return index(right);
  if (op == BinaryOp::PtrDiff || ir::isComparison(op) || isHalf(type) ||
      !isArithmetic(type) || overflowsInt(op, type))
    return std::nullopt;
  const Printed place = print(left);
  if (op == BinaryOp::Shl || op == BinaryOp::Shr) {
    TextType own;
    own.type = type;
    const ir::Type *wide = promoted(own, module);
    if (promoted(place, module) != wide || isWideBitField(place) ||
        (wide != type && !holds(type, place)))
      return std::nullopt;
    return index(right);
  }
  const Printed plainly = print(right);
  for (const Printed &text :
       {plainly, converted(plainly, plain(right->type))}) {
    const Operands found{place, text, common(place, text, module)};
    if (isSound(op, found, type))
      return text;
  }
  return std::nullopt;
}

Printed ExprPrinter::index(const ir::Expr *e) {
  const Printed text = print(e);
  if (!holds(plain(e->type), text))
    return converted(text, e->type);
  if (text.value && isInt(*text.value))
    return integer(text.value->extOrTrunc(32),
                   module.intType(ir::IntType::I32));
  return text;
}

Printed ExprPrinter::shifted(const ir::BinaryExpr &e) {
  TextType own;
  own.type = plain(e.type);
  const ir::Type *wide = promoted(own, module);
  Printed left = print(e.left);
  const bool isAsItIs =
      wide == own.type ? promoted(left, module) == wide : holds(own.type, left);
  if (!isAsItIs || isWideBitField(left))
    left = converted(left, own.type);
  return joined(e.op, left, index(e.right), promoted(left, module));
}

Printed ExprPrinter::pointerSum(const ir::BinaryExpr &e) {
  Printed pointer = print(e.left);
  if (!pointer.isDecayed)
    pointer = converted(pointer, e.left->type);
  pointer.isDecayed = false;
  // `p + -i` is `p - i`.
  const auto *negated = dyn_cast<ir::UnaryExpr>(e.right);
  if (negated && negated->op == UnaryOp::Neg &&
      ir::integerFormat(negated->type)->isSigned)
    return joined(BinaryOp::Sub, pointer, index(negated->operand), e.type);
  Printed offset = index(e.right);
  if (offset.value && offset.value->isNegative() &&
      !offset.value->isMinSignedValue() &&
      llvm::StringRef(offset.text).starts_with("-")) {
    offset.text.erase(0, 1);
    offset.precedence = Precedence::Primary;
    return joined(BinaryOp::Sub, pointer, offset, e.type);
  }
  return joined(BinaryOp::Add, pointer, offset, e.type);
}

Printed ExprPrinter::visitBinary(const ir::BinaryExpr &e) {
  if (e.op == BinaryOp::PtrAdd)
    return pointerSum(e);
  if (e.op == BinaryOp::Shl || e.op == BinaryOp::Shr)
    return shifted(e);
  if (isArithmetic(plain(e.left->type)))
    return arithmetic(e);
  return joined(e.op, exact(e.left), exact(e.right), e.type);
}

//===--- One operand, conditions ------------------------------------------===//

Printed ExprPrinter::visitUnary(const ir::UnaryExpr &e) {
  if (e.op == UnaryOp::LNot)
    return Printed("!" + condition(e.operand).atLeast(Precedence::Unary),
                   Precedence::Unary, e.type);
  TextType own;
  own.type = plain(e.type);
  const ir::Type *wide = promoted(own, module);
  Printed text = print(e.operand);
  const bool isAsItIs = !isHalf(own.type) && !isWideBitField(text) &&
                        !text.type->isBool() &&
                        (wide == own.type ? promoted(text, module) == wide
                                          : holds(own.type, text));
  if (!isAsItIs)
    text = converted(text, own.type);
  const std::string sign = e.op == UnaryOp::Neg ? "-" : "~";
  const std::string operand = text.atLeast(Precedence::Unary);
  Printed result(sign + (operand[0] == sign[0] ? " " : "") + operand,
                 Precedence::Unary,
                 isHalf(own.type) ? module.floatType(ir::FloatType::F32)
                                  : promoted(text, module));
  result.isConstant = text.isConstant;
  if (e.op == UnaryOp::Neg && text.value && text.type == result.type &&
      text.value->isSigned() && !text.value->isMinSignedValue())
    result.value = -*text.value;
  return result;
}

Text ExprPrinter::condition(const ir::Expr *e) {
  const Printed text = print(e);
  const bool computes =
      isBinary(text.precedence) || text.precedence == Precedence::Conditional;
  if (text.type->isBool() || !computes)
    return text;
  return {text.atLeast(Precedence::Shift) + (text.type->isNullable()
                                                 ? " != " + nullText()
                                                 : std::string(" != 0")),
          Precedence::Equality};
}

/// `a && (b || c)`, and `(a && b) || c`, as -Wall wants it.
Printed ExprPrinter::visitLogical(const ir::LogicalExpr &e) {
  const Precedence own =
      e.isAnd ? Precedence::LogicalAnd : Precedence::LogicalOr;
  const auto operand = [&](const ir::Expr *part, bool isRight) {
    const Text text = condition(part);
    const bool mixes = text.precedence == Precedence::LogicalAnd ||
                       text.precedence == Precedence::LogicalOr;
    const bool wanted =
        text.precedence < own || (mixes && (text.precedence != own || isRight));
    return wanted ? "(" + text.text + ")" : text.text;
  };
  const std::string left = operand(e.left, false);
  return Printed(left + (e.isAnd ? " && " : " || ") + operand(e.right, true),
                 own, e.type);
}

Printed ExprPrinter::visitSelect(const ir::SelectExpr &e) {
  if (e.type->kind == ir::Type::Array)
    return named(refused("a choice between arrays"), e.type);
  const ir::Type *type = plain(e.type);
  Operands found{print(e.whenTrue), print(e.whenFalse), nullptr};
  const bool isPlain = found.left.bitWidth == 0 && found.right.bitWidth == 0;
  const auto isOneType = [&] {
    return found.left.type == found.right.type && isPlain &&
           !found.left.isDecayed && !found.right.isDecayed;
  };
  if (!isOneType() && isArithmetic(type)) {
    const Operands both = operands(ir::BinaryOp::Lt, e.whenTrue, e.whenFalse);
    found = isPlain ? both
                    : Operands{converted(found.left, type),
                               converted(found.right, type), type};
  } else if (!isOneType()) {
    found = {exact(e.whenTrue), exact(e.whenFalse), type};
  }
  const ir::Type *result =
      found.left.type == found.right.type ? found.left.type : found.computed;
  Printed text(condition(e.condition).atLeast(Precedence::LogicalOr) + " ? " +
                   found.left.atLeast(Precedence::LogicalOr) + " : " +
                   found.right.atLeast(Precedence::Conditional),
               Precedence::Conditional, result);
  text.isConstant = false;
  return text;
}
