// What operators that combine come to: identities, and statements.
#include "regtt/IR/Identities.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;

const Expr *ir::identityOf(Module &module, Combiner combiner,
                           const Type *type) {
  const auto values = ir::lawClassOf(type);
  const ir::Laws *laws = values ? ir::lawsOf(combiner, *values) : nullptr;
  if (!laws)
    return nullptr;
  using Identity = ir::Laws::Identity;
  if (const auto *real = dyn_cast<ir::FloatType>(type)) {
    const llvm::fltSemantics &format = real->format;
    const bool isLow = laws->identity == Identity::Lowest;
    if (isLow || laws->identity == Identity::Highest)
      return module.real(real, llvm::APFloat::getInf(format, isLow));
    if (laws->identity == Identity::One)
      return module.real(real, llvm::APFloat(format, 1));
    return module.real(
        real,
        llvm::APFloat::getZero(format, laws->identity == Identity::MinusZero));
  }
  if (type->isBool())
    return module.boolean(laws->identity != Identity::Zero);
  const auto format = ir::integerFormat(type);
  const unsigned bits = format->bits;
  const auto least = format->isSigned ? llvm::APInt::getSignedMinValue(bits)
                                      : llvm::APInt::getMinValue(bits);
  const auto most = format->isSigned ? llvm::APInt::getSignedMaxValue(bits)
                                     : llvm::APInt::getMaxValue(bits);
  switch (laws->identity) {
  case Identity::Zero:
  case Identity::MinusZero:
    return module.integer(type, llvm::APInt::getZero(bits));
  case Identity::One:
    return module.integer(type, llvm::APInt(bits, 1));
  case Identity::AllOnes:
    return module.integer(type, llvm::APInt::getAllOnes(bits));
  case Identity::Lowest:
    return module.integer(type, least);
  case Identity::Highest:
    return module.integer(type, most);
  }
  return nullptr;
}

Statement *ir::combined(Module &module, Combiner combiner, const Place *place,
                        const Expr *value, Location loc) {
  const Expr *held = module.load(place, loc);
  const auto set = [&](const Expr *result) {
    return module.store(place, result, loc);
  };
  const auto where = [&](BinaryOp op) {
    return module.ifThen(module.binary(op, value, held, loc),
                         module.block({set(value)}, loc), nullptr, loc);
  };
  switch (combiner) {
  case Combiner::Min:
    return where(BinaryOp::Lt);
  case Combiner::Max:
    return where(BinaryOp::Gt);
  case Combiner::AndAlso:
    return set(module.andAlso(held, value, loc));
  case Combiner::OrElse:
    return set(module.orElse(held, value, loc));
  case Combiner::And:
    return set(place->type->isBool()
                   ? module.andAlso(held, value, loc)
                   : module.binary(BinaryOp::And, held, value, loc));
  case Combiner::Or:
    return set(place->type->isBool()
                   ? module.orElse(held, value, loc)
                   : module.binary(BinaryOp::Or, held, value, loc));
  case Combiner::Add:
    return set(module.binary(BinaryOp::Add, held, value, loc));
  case Combiner::Mul:
    return set(module.binary(BinaryOp::Mul, held, value, loc));
  case Combiner::Xor:
    return set(module.binary(BinaryOp::Xor, held, value, loc));
  }
  return nullptr;
}
