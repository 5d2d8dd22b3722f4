// Regions as places.
#include "RegionPlaces.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Places {
public:
  Places(ir::Module &module, const LoopElement &counter)
      : module(module), counter(counter.variable),
        isElement(counter.isElement) {}

  bool run(const ir::Region &region) {
    if (const ir::Variable *variable = region.variable())
      result.place = module.place(variable);
    else if (region.root == ir::Region::OfGlobal)
      result.place = module.place(static_cast<const ir::Global *>(region.what));
    else
      return false;
    return region.frame == 0 &&
           llvm::all_of(region.steps,
                        [&](const ir::RegionStep &step) { return take(step); });
  }

  RegionPlace result;

private:
  const ir::Type *size() const { return module.intType(ir::IntType::I64); }

  bool take(const ir::RegionStep &step) {
    const ir::Place *&place = result.place;
    switch (step.kind) {
    case ir::RegionStep::Field:
      place = module.field(place, step.field);
      return true;
    case ir::RegionStep::Member:
      place = module.member(place, step.member);
      return true;
    case ir::RegionStep::Part:
      return false;
    case ir::RegionStep::Deref:
      // What a pointer leads to that lies in an iteration's own element.
      if (result.element)
        return false;
      [[fallthrough]];
    case ir::RegionStep::Index:
    case ir::RegionStep::Element:
      break;
    }
    if (step.index.of)
      return takeOwn(step);
    const ir::Expr *index = valueOf(step.index);
    return index && step.index.low == step.index.high && enter(step, index);
  }

  /// To the element that `index` chooses.
  bool enter(const ir::RegionStep &step, const ir::Expr *index) {
    const ir::Place *&place = result.place;
    const auto *number = dyn_cast<ir::IntExpr>(index);
    const bool isFirst = number && number->value().isZero();
    if (step.kind == ir::RegionStep::Deref) {
      place = module.deref(place, isFirst ? nullptr : index);
      return true;
    }
    if (isa<ir::ArrayType>(place->type)) {
      place = module.index(place, index);
      return true;
    }
    const auto *library = dyn_cast<ir::LibraryType>(place->type);
    if (!library || !ir::elementOf(library) || ir::keyOf(library))
      return false;
    place = module.element(place, index);
    return true;
  }

  /// To the iteration's own element.
  bool takeOwn(const ir::RegionStep &step) {
    const ir::Number &number = step.index;
    if (result.element || number.of != counter || number.scale < 1)
      return false;
    // Of a pointer or an element, which it is already.
    if (!ir::integerFormat(counter->type) || isElement) {
      if (number.scale != 1 || number.low != 0 || number.high != 0)
        return false;
      const ir::Place *own = module.place(counter);
      const bool isPointer =
          counter->type->isPointer() || counter->type->isReference();
      result.place = isPointer ? module.deref(own) : own;
      result.element = result.place;
      return true;
    }
    const int64_t count = number.high - number.low + 1;
    if (number.scale < count)
      return false;
    const ir::Type *type = counter->type;
    const ir::Expr *index = module.load(module.place(counter));
    if (number.scale != 1)
      index = module.binary(ir::BinaryOp::Mul,
                            module.integer(type, number.scale), index);
    if (number.low > 0)
      index = module.binary(ir::BinaryOp::Add, index,
                            module.integer(type, number.low));
    if (number.low < 0)
      index = module.binary(ir::BinaryOp::Sub, index,
                            module.integer(type, -number.low));
    if (number.scale != 1) {
      const auto format = ir::integerFormat(type);
      result.extent = count > 1 ? count : 0;
      result.apart = number.scale > count ? number.scale : 0;
      result.wraps = format && !format->isSigned && format->bits < 64;
    }
    if (!enter(step, index))
      return false;
    result.element = result.place;
    return true;
  }

  /// A number that is the same in all iterations; null: it is not known.
  const ir::Expr *valueOf(const ir::Number &number) {
    if (number.isConstant())
      return module.integer(size(), number.low);
    if (number.kind != ir::Number::Held)
      return nullptr;
    Places inner(module, {counter, isElement});
    if (!inner.run(*number.held) || inner.result.element)
      return nullptr;
    const ir::Expr *held = module.load(inner.result.place);
    if (!ir::integerFormat(held->type))
      return nullptr;
    if (number.low > 0)
      return module.binary(ir::BinaryOp::Add, held,
                           module.integer(held->type, number.low));
    if (number.low < 0)
      return module.binary(ir::BinaryOp::Sub, held,
                           module.integer(held->type, -number.low));
    return held;
  }

  ir::Module &module;
  const ir::Variable *const counter;
  const bool isElement;
};

} // namespace

std::optional<RegionPlace> recognise::placeOf(ir::Module &module,
                                              const ir::Region &region,
                                              const LoopElement &counter) {
  Places places(module, counter);
  return places.run(region) ? std::optional(places.result) : std::nullopt;
}

const ir::Place *recognise::placeAround(ir::Module &module,
                                        const ir::Region &region,
                                        const LoopElement &counter) {
  for (size_t count = region.steps.size() + 1; count-- > 0;) {
    const auto found = placeOf(module, region.prefix(count), counter);
    if (!found || found->extent != 0)
      continue;
    const bool isPointee = count < region.steps.size() &&
                           region.steps[count].kind == ir::RegionStep::Deref &&
                           !found->place->type->isReference();
    return isPointee ? module.deref(found->place) : found->place;
  }
  return nullptr;
}

const ir::Place *recognise::wholeArrayOf(ir::Module &module,
                                         const ir::Region &region) {
  for (size_t k = 0; k < region.steps.size(); ++k) {
    const ir::RegionStep &step = region.steps[k];
    if (step.leaves())
      return nullptr;
    if (step.kind != ir::RegionStep::Index ||
        (step.index.isConstant() && step.index.kind != ir::Number::Any))
      continue;
    Places places(module, {});
    return places.run(region.prefix(k)) ? places.result.place : nullptr;
  }
  return nullptr;
}
