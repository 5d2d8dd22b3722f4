// Constants: each gives its value back, bit for bit.
#include "ExprPrinter.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::cpp;
using ir::FloatType;
using ir::IntType;
using llvm::cast;

//===--- Integers ---------------------------------------------------------===//

/// What a literal of the type ends in; null of types that have no literals.
static const char *suffixOf(const IntType *type) {
  switch (type->name) {
  case IntType::I32:
    return "";
  case IntType::U32:
    return "u";
  case IntType::I64:
    return "l";
  case IntType::U64:
    return "ul";
  case IntType::LongLong:
    return "ll";
  case IntType::ULongLong:
    return "ull";
  default:
    return nullptr;
  }
}

static std::string digitsOf(const llvm::APInt &value, bool isSigned,
                            unsigned radix = 10) {
  llvm::SmallString<40> digits;
  value.toString(digits, radix, isSigned);
  return digits.str().str();
}

std::string ExprPrinter::bits(const llvm::APInt &value) {
  if (value.getBitWidth() <= 64)
    return "0x" + digitsOf(value, false, 16) +
           (value.getBitWidth() > 32 ? "ul" : "u");
  // There are no literals of so many bits.
  return writtenCast("static_cast", module.intType(IntType::U128),
                     bits(value.lshr(64).trunc(64)))
             .text +
         " << 64 | " + bits(value.trunc(64));
}

Printed ExprPrinter::integer(const llvm::APInt &value, const ir::Type *type) {
  Printed result("", Precedence::Primary, type);
  result.isConstant = true;
  const auto *number = cast<IntType>(result.type);
  llvm::APSInt exactly(value, !number->isSigned);
  const char *suffix = suffixOf(number);
  if (number->name == IntType::Char && llvm::isPrint(value.getZExtValue()) &&
      value.getZExtValue() < 128) {
    const char c = static_cast<char>(value.getZExtValue());
    result.text =
        std::string("'") + (c == '\'' || c == '\\' ? "\\" : "") + c + "'";
    result.value = exactly;
    return result;
  }
  if (!suffix) { // a literal of another type that has the value
    const bool isLong =
        number->bits > 32 &&
        !(number->isSigned ? value.isSignedIntN(64) : value.isIntN(64));
    if (isLong)
      return writtenCast("static_cast", number, bits(value));
    const unsigned width = number->bits > 32 ? 64 : 32;
    const auto *other = module.intType(
        width == 64
            ? (number->isSigned ? IntType::I64 : IntType::U64)
            : (number->name == IntType::Char32 ? IntType::U32 : IntType::I32));
    return integer(exactly.extOrTrunc(width), other);
  }
  result.value = exactly;
  // The most negative value has no literal of its own.
  if (number->isSigned && value.isMinSignedValue()) {
    result.text = digitsOf(value + 1, true) + suffix + " - 1";
    result.precedence = Precedence::Additive;
  } else {
    result.text = digitsOf(value, number->isSigned) + suffix;
    if (exactly.isNegative())
      result.precedence = Precedence::Unary;
  }
  return result;
}

std::string ExprPrinter::cutTo(const llvm::APInt &value,
                               const ir::Field &field) {
  const auto format = *ir::integerFormat(field.type);
  const llvm::APInt low = value.zextOrTrunc(field.bitWidth);
  const ir::Type *type = plain(field.type);
  const Printed text = integer(format.isSigned ? low.sextOrTrunc(format.bits)
                                               : low.zextOrTrunc(format.bits),
                               type);
  return withoutSuffix(text, type).value_or(text.text);
}

Printed ExprPrinter::visitInt(const ir::IntExpr &e) {
  const ir::Type *type = plain(e.type);
  Printed result;
  std::optional<std::string> name;
  if (const auto *enumeration = llvm::dyn_cast<ir::EnumType>(e.type))
    name = words.constant(*enumeration, e.value());
  if (name || type->isBool()) {
    result = named(name ? *name : truthText(!e.value().isZero()), type);
    result.isConstant = true;
    return result;
  }
  return integer(e.value(), type);
}

Printed ExprPrinter::visitBool(const ir::BoolExpr &e) {
  Printed result = named(truthText(e.value), e.type);
  result.isConstant = true;
  return result;
}

//===--- Numbers with a point ---------------------------------------------===//

/// The fewest decimal digits that give `value` back; empty if none of
/// `mostDigits` do.
static std::string shortest(const llvm::APFloat &value, unsigned mostDigits) {
  for (unsigned precision = 1; precision <= mostDigits; ++precision) {
    llvm::SmallString<48> digits;
    value.toString(digits, precision, /*FormatMaxPadding=*/4);
    if (llvm::APFloat(value.getSemantics(), digits).bitwiseIsEqual(value))
      return digits.str().str();
  }
  return "";
}

/// What the type's `numeric_limits` name, without a sign: infinity, and the
/// usual value that is not a number. Empty of others.
static std::string limitText(const llvm::APFloat &value,
                             const std::string &type) {
  const std::string limits = "std::numeric_limits<" + type + ">::";
  if (value.isInfinity())
    return limits + "infinity()";
  const auto usual = llvm::APFloat::getQNaN(value.getSemantics());
  const bool isUsual =
      llvm::abs(value).bitcastToAPInt() == usual.bitcastToAPInt();
  return value.isNaN() && isUsual ? limits + "quiet_NaN()" : "";
}

Printed ExprPrinter::real(const llvm::APFloat &value, const FloatType *type) {
  Printed result("", Precedence::Postfix, type);
  result.isConstant = true;
  bool isLossy = false;
  llvm::APFloat other = value;
  if (type->bytes == 2) { // all of them are of float
    other.convert(llvm::APFloat::IEEEsingle(),
                  llvm::APFloat::rmNearestTiesToEven, &isLossy);
    if (!value.isNaN())
      return writtenCast("static_cast", type,
                         real(other, module.floatType(FloatType::F32)).text);
  } else if (type->name == FloatType::F128) { // has no literals in plain C++
    other.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &isLossy);
    if (!isLossy && !value.isNaN())
      return real(other, module.floatType(FloatType::F64));
  } else {
    result.text = value.isFinite() ? shortest(value, type->bytes > 8 ? 21 : 17)
                                   : limitText(value, words.spell(type));
    if (value.isFinite() && !result.text.empty()) {
      if (result.text.find_first_of(".eE") == std::string::npos)
        result.text += ".0";
      result.text += type->bytes == 4 ? "f" : type->bytes == 8 ? "" : "l";
      result.precedence =
          value.isNegative() ? Precedence::Unary : Precedence::Primary;
      return result;
    }
    if (!result.text.empty() && value.isNegative()) {
      result.text = "-" + result.text;
      result.precedence = Precedence::Unary;
    }
  }
  if (!result.text.empty() && words.isC())
    refused("a number that is none, or without an end");
  if (!result.text.empty())
    return result;
  llvm::APInt kept = value.bitcastToAPInt();
  if (kept.getBitWidth() == 80)
    kept = kept.zext(128);
  if (kept.getBitWidth() == 16)
    return writtenCast("std::bit_cast", type,
                       "static_cast<unsigned short>(" + bits(kept) + ")");
  return writtenCast("std::bit_cast", type, bits(kept));
}

Printed ExprPrinter::visitFloat(const ir::FloatExpr &e) {
  return real(e.value(), cast<FloatType>(e.type));
}

//===--- Others -----------------------------------------------------------===//

Printed ExprPrinter::visitNull(const ir::NullExpr &e) {
  return named(nullText(), e.type);
}

/// `"text"`; what does not print in three octal digits, which end by
/// themselves.
Printed ExprPrinter::visitString(const ir::StringExpr &e) {
  std::string text;
  for (const char c : e.bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?')
      text += '\\';
    if (c == '\n')
      text += "\\n";
    else if (llvm::isPrint(c))
      text += c;
    else
      text += {'\\', char('0' + (byte >> 6)), char('0' + (byte >> 3 & 7)),
               char('0' + (byte & 7))};
  }
  return named("\"" + text + "\"", e.type);
}

Printed ExprPrinter::visitFunctionAddress(const ir::FunctionAddressExpr &e) {
  return named(words.function(*e.function), e.type);
}
