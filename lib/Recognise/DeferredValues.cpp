// Finds them, and how they are called.
#include "DeferredValues.h"

#include "LocalUses.h"
#include "Recogniser.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isNumber(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool();
}

/// `%w`, `%e->to`: a number of a local, by names alone.
static bool isLeaf(const ir::Place *place) {
  const bool isReference = place->variable()->type->isReference();
  return isNumber(place->type) && !(isReference && place->steps.empty()) &&
         llvm::all_of(llvm::enumerate(place->steps), [&](const auto &step) {
           const auto *deref = std::get_if<ir::DerefStep>(&step.value());
           const auto *field = std::get_if<ir::FieldStep>(&step.value());
           return isReference && step.index() == 0
                      ? deref && !deref->offset
                      : field && !field->field->name.empty();
         });
}

bool recognise::captureNumbers(ir::Module &module,
                               llvm::ArrayRef<ir::Statement *> statements,
                               const ir::Variable *variable,
                               std::vector<const ir::Place *> &captured) {
  const ir::Type *type = variable->type;
  if (const ir::Type *to = type->isReference() ? ir::pointeeOf(type) : nullptr)
    type = to;
  if (isTemporary(variable) || !(isNumber(type) || isa<ir::StructType>(type)))
    return false;
  bool result = true;
  const auto named = [&](const ir::Place *place) {
    result &= place->variable() != variable; // it is changed
  };
  for (const ir::Statement *s : statements) {
    ir::walk(s,
             [&](const ir::Statement *each) { ir::forEachPlace(each, named); });
    ir::walkExprs(s, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      if (value && value->variable == variable)
        place = module.place(variable);
      if (!place || place->variable() != variable)
        return;
      result &= (value || isa<ir::LoadExpr>(e)) && isLeaf(place);
      if (llvm::none_of(captured, [&](const ir::Place *known) {
            return ir::equal(known, place);
          }))
        captured.push_back(place);
    });
  }
  // A constant that only its text names.
  if (result && isNumber(variable->type) &&
      llvm::none_of(captured, [&](const ir::Place *known) {
        return known->variable() == variable;
      }))
    captured.push_back(module.place(variable));
  return result;
}

const ir::Place *recognise::deferredPlace(ir::Module &module,
                                          const ir::DeferStatement &s,
                                          size_t k) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(s.values[k]))
    return module.place(value->variable);
  const auto *load = dyn_cast<ir::LoadExpr>(s.values[k]);
  return load ? load->place : nullptr;
}

std::string recognise::deferredText(const ir::Place *place) {
  std::string result = place->variable()->name;
  for (const ir::Step &step : place->steps)
    if (const auto *field = std::get_if<ir::FieldStep>(&step))
      result += "." + field->field->name;
  return result;
}

std::optional<ElementChange>
recognise::deferredSum(ir::Module &module, const ir::StoreStatement &s) {
  const auto *deref = s.place->steps.size() == 1
                          ? std::get_if<ir::DerefStep>(&s.place->steps.front())
                          : nullptr;
  const bool isNamed = s.place->variable() || s.place->global();
  if (!isNamed || !(s.place->steps.empty() || (deref && !deref->offset)) ||
      !(s.place->type->isInt() || s.place->type->isFloat()))
    return std::nullopt;
  const auto isIt = [&](const ir::Place *place) {
    return ir::equal(place, s.place);
  };
  auto change = elementChangeOf(module, &s, isIt);
  if (!change || change->where || !change->combiner ||
      (*change->combiner != ir::Combiner::Add &&
       *change->combiner != ir::Combiner::Mul))
    return std::nullopt;
  bool isAlone = true;
  ir::walk(change->value, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    isAlone &= !place || !isIt(place);
  });
  return isAlone ? change : std::nullopt;
}

std::string recognise::deferredSumName(const ir::Place *place) {
  return place->variable() ? place->variable()->name
                           : lastName(place->global()->name).str();
}
