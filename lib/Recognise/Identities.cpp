// What an operator leaves others alone with, as a value of a type.
#include "LoopClauses.h"

#include "regtt/IR/Module.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

const ir::Expr *recognise::identityOf(ir::Module &module, ir::Combiner combiner,
                                      const ir::Type *type) {
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
