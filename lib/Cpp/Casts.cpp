// Conversions: which C++ makes by itself, and how the others are written.
#include "ExprPrinter.h"

using namespace regtt;
using namespace regtt::cpp;
using ir::CastOp;
using llvm::cast;
using llvm::dyn_cast;

/// What a pointer, a link or a reference leads to.
namespace {
struct Target {
  const ir::Type *type = nullptr;
  bool isVolatile = false;
  bool operator==(const Target &other) const {
    return type == other.type && isVolatile == other.isVolatile;
  }
};
} // namespace

static Target targetOf(const ir::Type *type) {
  if (const auto *pointer = dyn_cast<ir::PointerType>(type))
    return {pointer->pointee, pointer->isVolatile};
  if (const auto *reference = dyn_cast<ir::ReferenceType>(type))
    return {reference->pointee, reference->isVolatile};
  return {ir::pointeeOf(type), false};
}

/// Whether C++ has one type for both: a link is a pointer there.
static bool isSame(const ir::Type *a, const ir::Type *b) {
  return a == b ||
         (a->isNullable() && b->isNullable() && targetOf(a) == targetOf(b));
}

Printed ExprPrinter::writtenCast(llvm::StringRef word, const ir::Type *type,
                                 const std::string &text) {
  if (words.isC()) {
    if (word == "std::bit_cast")
      refused("a value's bytes as another type");
    return Printed("(" + words.spell(type) + ")(" + text + ")",
                   Precedence::Unary, type);
  }
  if (word == "static_cast" && isArithmetic(plain(type)))
    word = words.numberCast();
  return call(word.str() + "<" + words.spell(type) + ">(" + text + ")", type);
}

Printed ExprPrinter::converted(const Printed &text, const ir::Type *to) {
  const ir::Type *type = plain(to);
  if (text.isDecayed) { // an array's name has another type than its address
    Printed address = text;
    address.text = "&" + text.atLeast(Precedence::Postfix) + "[0]";
    address.precedence = Precedence::Unary;
    address.isDecayed = false;
    return converted(address, to);
  }
  if (isSame(text.type, type) && text.bitWidth == 0)
    return text;
  if (type->isBool() && text.type->isNullable())
    return Printed(text.atLeast(Precedence::Relational) + " != " + nullText(),
                   Precedence::Equality, type);
  if (text.value && type->isInt()) {
    const auto *number = cast<ir::IntType>(type);
    Printed literal = integer(text.value->extOrTrunc(number->bits), type);
    if (literal.type == type)
      return literal;
    Printed result = writtenCast("static_cast", type, literal.text);
    result.isConstant = true;
    result.value =
        llvm::APSInt(text.value->extOrTrunc(number->bits), !number->isSigned);
    return result;
  }
  Printed result = writtenCast("static_cast", type, text.text);
  result.isConstant = text.isConstant;
  return result;
}

Printed ExprPrinter::exact(const ir::Expr *e) {
  return converted(print(e), e->type);
}

Printed ExprPrinter::visitCast(const ir::CastExpr &e) {
  const ir::Type *from = plain(e.operand->type), *to = plain(e.type);
  const bool isOfNumbers =
      isArithmetic(from) && isArithmetic(to) && e.op != CastOp::Bits;
  if (!isOfNumbers && e.op != CastOp::ToBool)
    return pointerCast(e);
  const Printed operand = print(e.operand);
  if (from == to)
    return operand;
  if (!isOfNumbers) // whether a pointer is null
    return e.isWritten ? converted(operand, to) : operand;
  if (isHalf(from) || isHalf(to)) {
    const Printed text = converted(operand, from);
    return writtenCast("static_cast", to, text.text);
  }
  Printed text =
      composes(operand, from, to) ? operand : converted(operand, from);
  if (!e.isWritten)
    return text;
  Printed result = writtenCast("static_cast", to, text.text);
  result.isConstant = text.isConstant;
  return result;
}

//===--- Pointers and references ------------------------------------------===//

const ir::IntType *ExprPrinter::wordOfPointers() const {
  return module.intType(ir::IntType::U64);
}

Printed ExprPrinter::pointerCast(const ir::CastExpr &e) {
  const Printed operand = exact(e.operand);
  switch (e.op) {
  case CastOp::PtrToPtr:
    return pointerToPointer(e);
  case CastOp::ToBase:
    // Where an object of the base is expected, C++ finds it by itself.
    return e.isWritten ? writtenCast("static_cast", e.type, operand.text)
                       : operand;
  case CastOp::ToDerived:
    return writtenCast("static_cast", e.type, operand.text);
  case CastOp::PtrToInt: {
    if (ir::integerFormat(e.type)->bits == 64)
      return writtenCast("reinterpret_cast", e.type, operand.text);
    const Printed number =
        writtenCast("reinterpret_cast", wordOfPointers(), operand.text);
    return writtenCast("static_cast", e.type, number.text);
  }
  case CastOp::IntToPtr: {
    const auto format = *ir::integerFormat(e.operand->type);
    const auto *word =
        module.intType(format.isSigned ? ir::IntType::I64 : ir::IntType::U64);
    const std::string number =
        format.bits == 64 ? operand.text : converted(operand, word).text;
    return writtenCast("reinterpret_cast", e.type, number);
  }
  case CastOp::Bits:
    if (e.type->kind == ir::Type::Array ||
        e.operand->type->kind == ir::Type::Array)
      return named(refused("the bytes of an array as another type"), e.type);
    return writtenCast("std::bit_cast", plain(e.type), operand.text);
  default:
    return named(refused("a conversion between such types"), e.type);
  }
}

Printed ExprPrinter::pointerToPointer(const ir::CastExpr &e) {
  Printed operand = exact(e.operand);
  const Target from = targetOf(e.operand->type), to = targetOf(e.type);
  if (from == to) {
    operand.type = e.type;
    return operand;
  }
  const std::string sign = e.type->isReference() ? " &" : " *";
  if (from.isVolatile && !to.isVolatile) {
    operand.text = "const_cast<" + words.spell(from.type) + sign + ">(" +
                   operand.text + ")";
    operand.precedence = Precedence::Postfix;
    operand.type = e.type;
  }
  const bool losesNothing = to.isVolatile || !from.isVolatile;
  if (from.type == to.type)
    return losesNothing ? writtenCast("const_cast", e.type, operand.text)
                        : operand;
  if (e.type->isReference())
    return writtenCast("reinterpret_cast", e.type, operand.text);
  if (to.type->isVoid() && losesNothing && !e.isWritten &&
      from.type->kind != ir::Type::Function)
    return operand;
  const bool isStatic = from.type->isVoid() || to.type->isVoid();
  return writtenCast(isStatic ? "static_cast" : "reinterpret_cast", e.type,
                     operand.text);
}
