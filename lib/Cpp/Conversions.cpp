// What C++ converts by itself ([conv.prom], [expr.arith.conv]).
#include "Conversions.h"

using namespace regtt;
using namespace regtt::cpp;
using ir::FloatType;
using ir::IntType;
using llvm::cast;
using llvm::dyn_cast;

const ir::Type *cpp::plain(const ir::Type *type) {
  const auto *enumeration = dyn_cast<ir::EnumType>(type);
  return enumeration ? enumeration->underlying : type;
}

bool cpp::isArithmetic(const ir::Type *type) {
  return type->isInt() || type->isBool() || type->isFloat();
}

bool cpp::isHalf(const ir::Type *type) {
  const auto *number = dyn_cast<FloatType>(type);
  return number && number->bytes == 2;
}

/// As many values as a text of the type has: a bit-field has fewer.
static std::optional<ir::IntegerFormat> formatOf(const TextType &text) {
  auto format = ir::integerFormat(text.type);
  if (format && text.bitWidth != 0 && text.bitWidth < format->bits)
    format->bits = text.bitWidth;
  return format;
}

bool cpp::holds(const ir::Type *to, const TextType &from) {
  if (to == from.type)
    return true;
  if (isHalf(to) || isHalf(from.type))
    return false;
  const auto target = ir::integerFormat(to);
  const auto source = formatOf(from);
  if (const auto *number = dyn_cast<FloatType>(to)) {
    const unsigned digits = llvm::APFloat::semanticsPrecision(number->format);
    if (const auto *other = dyn_cast<FloatType>(from.type))
      return digits >= llvm::APFloat::semanticsPrecision(other->format);
    return source && source->bits - source->isSigned <= digits;
  }
  if (!target || !source)
    return false;
  if (from.value) {
    const llvm::APSInt &value = *from.value;
    if (value.isNegative())
      return target->isSigned && value.getSignificantBits() <= target->bits;
    return value.getActiveBits() <= target->bits - target->isSigned;
  }
  if (source->isSigned && !target->isSigned)
    return false;
  return target->bits - target->isSigned >= source->bits - source->isSigned;
}

bool cpp::composes(const TextType &from, const ir::Type *through,
                   const ir::Type *to) {
  if (holds(through, from))
    return true;
  // What an integer's low bits are does not depend on what was above them.
  const auto source = ir::integerFormat(from.type);
  const auto middle = ir::integerFormat(through);
  const auto target = ir::integerFormat(to);
  return source && middle && target && !through->isBool() && !to->isBool() &&
         target->bits <= middle->bits;
}

bool cpp::isInt(const llvm::APSInt &value) {
  return value.isNegative() ? value.getSignificantBits() <= 32
                            : value.getActiveBits() <= 31;
}

const ir::Type *cpp::promoted(const TextType &from, const ir::Module &module) {
  const auto format = formatOf(from);
  if (!format)
    return from.type;
  const IntType *plainInt = module.intType(IntType::I32);
  if (format->bits - format->isSigned < plainInt->bits)
    return format->bits == 32 &&
                   cast<IntType>(from.type)->name != IntType::WChar
               ? from.type
               : plainInt;
  if (format->bits == 32)
    return module.intType(IntType::U32);
  return from.type;
}

/// C++'s ranks of what is not promoted.
static unsigned rank(const IntType *type) {
  switch (type->name) {
  case IntType::I64:
  case IntType::U64:
    return 2;
  case IntType::LongLong:
  case IntType::ULongLong:
    return 3;
  case IntType::I128:
  case IntType::U128:
    return 4;
  default:
    return 1;
  }
}

static const IntType *unsignedOf(const IntType *type,
                                 const ir::Module &module) {
  switch (rank(type)) {
  case 2:
    return module.intType(IntType::U64);
  case 3:
    return module.intType(IntType::ULongLong);
  case 4:
    return module.intType(IntType::U128);
  default:
    return module.intType(IntType::U32);
  }
}

const ir::Type *cpp::common(const TextType &a, const TextType &b,
                            const ir::Module &module) {
  if (!isArithmetic(a.type) || !isArithmetic(b.type) || isHalf(a.type) ||
      isHalf(b.type))
    return nullptr;
  const auto *realA = dyn_cast<FloatType>(a.type);
  const auto *realB = dyn_cast<FloatType>(b.type);
  if (realA && realB)
    return realA->name < realB->name ? realB : realA;
  if (realA || realB)
    return realA ? realA : realB;
  const auto *left = cast<IntType>(promoted(a, module));
  const auto *right = cast<IntType>(promoted(b, module));
  if (left == right)
    return left;
  if (left->isSigned == right->isSigned)
    return rank(left) < rank(right) ? right : left;
  const IntType *positive = left->isSigned ? right : left;
  const IntType *other = left->isSigned ? left : right;
  if (rank(positive) >= rank(other))
    return positive;
  return other->bits > positive->bits ? other : unsignedOf(other, module);
}
