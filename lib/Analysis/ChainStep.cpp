// A pointer that is in what the pointer before it leads to.
#include "regtt/Analysis/ChainStep.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;

const LoadExpr *regtt::ir::chainStep(const Expr *value,
                                     const Variable *pointer) {
  const auto *load = llvm::dyn_cast<LoadExpr>(value);
  if (!load || !pointer->type->isPointer() || load->type != pointer->type ||
      load->place->variable() != pointer || load->place->isVolatile)
    return nullptr;
  const llvm::ArrayRef<Step> steps = load->place->steps;
  const auto *deref =
      steps.size() > 1 ? std::get_if<DerefStep>(&steps[0]) : nullptr;
  return deref && !deref->offset &&
                 llvm::all_of(steps.drop_front(),
                              [](const Step &step) {
                                return std::holds_alternative<FieldStep>(step);
                              })
             ? load
             : nullptr;
}

const LoadExpr *regtt::ir::chainStep(const Statement *loop,
                                     const Variable *pointer) {
  const auto *counted = llvm::dyn_cast_or_null<LoopStatement>(loop);
  if (!counted || !counted->step || counted->step->statements.size() != 1)
    return nullptr;
  const auto *store =
      llvm::dyn_cast<StoreStatement>(counted->step->statements.front());
  return store && pointer && store->place->wholeVariable() == pointer
             ? chainStep(store->value, pointer)
             : nullptr;
}

Region regtt::ir::chainElement(const Variable *pointer) {
  return Region::of(pointer, 0)
      .then({RegionStep::Deref, pointeeOf(pointer->type),
             Number::linkedBy(pointer)});
}
