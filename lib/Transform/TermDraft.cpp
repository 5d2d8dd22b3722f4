// What terms need of their iteration: handed to them by value.
#include "TermDraft.h"

#include "regtt/IR/Equality.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

TermDraft::TermDraft(const Kernel &kernel, const InnerLoop &inner, Frame &frame,
                     const LateValues &late)
    : PartDraft(*kernel.module), kernel(kernel), inner(inner), frame(frame),
      late(late) {
  mapper.onExpr = [this](const ir::Expr *e) { return outerValue(e); };
  mapper.onWholePlace = [this](const ir::Place *place) {
    return outerPlace(place);
  };
}

void TermDraft::refuse(const char *what, ir::Location loc) {
  if (fault.what.empty())
    fault = {what, loc};
}

std::vector<ir::Variable *> TermDraft::params() const {
  std::vector<ir::Variable *> result;
  for (const OuterValue &value : outer)
    result.push_back(value.param);
  return result;
}

ir::Variable *TermDraft::outerParam(const ir::Place *place, int field,
                                    llvm::StringRef name, const ir::Type *type,
                                    ir::Location loc) {
  for (const OuterValue &value : outer)
    if (place ? value.place && ir::equal(value.place, place)
              : !value.place && value.field == field)
      return value.param;
  std::string unique = name.str();
  const auto isTaken = [&] {
    return llvm::any_of(outer, [&](const OuterValue &other) {
      return other.param->name == unique;
    });
  };
  for (unsigned number = 2; isTaken(); ++number)
    unique = name.str() + std::to_string(number);
  ir::Variable *made = add(unique, type, loc);
  outer.push_back({place, field, made});
  return made;
}

/// A `let` from around the loop.
const ir::Expr *TermDraft::outerValue(const ir::Expr *e) {
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  if (!value || late.isInner(value->variable) ||
      mapper.variables.lookup(value->variable))
    return nullptr;
  const ir::Place *place = outerVariable(value->variable);
  return place ? module.load(place, e->loc) : nullptr;
}

const ir::Place *TermDraft::outerVariable(const ir::Variable *variable) {
  if (variable->type->isReference()) {
    const ir::Expr *init = initOf(kernel, variable);
    if (!init) {
      refuse("a reference from around the inner loop changes", variable->loc);
      return nullptr;
    }
    ir::Variable *made = module.variable(ir::Variable::Let, variable->name,
                                         variable->type, variable->loc);
    const ir::Expr *mappedInit = mapper.expr(init);
    rebound.push_back(module.let(made, mappedInit, variable->loc));
    mapper.variables[variable] = made;
    return module.place(made);
  }
  const unsigned k = frame.of(variable);
  return module.place(outerParam(nullptr, int(k), frame.fields()[k].name,
                                 variable->type, variable->loc));
}

/// A place whose root is from around the loop; null: it is not, or its parts
/// are taken care of.
const ir::Place *TermDraft::outerPlace(const ir::Place *place) {
  if (const ir::Variable *variable = place->variable()) {
    if (late.isInner(variable) || late.isCounter(variable) ||
        mapper.variables.lookup(variable))
      return nullptr;
    if (isa<ir::ArrayType>(variable->type)) {
      refuse("terms read an array of their iteration's", variable->loc);
      return nullptr;
    }
    const ir::Place *made = outerVariable(variable);
    for (const ir::Step &step : place->steps)
      made = made ? module.place(made, mappedStep(step)) : nullptr;
    return made;
  }
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (!data || data->kind != ir::DataRoot::Own)
    return nullptr;
  const bool isFixed = llvm::all_of(place->steps, [](const ir::Step &step) {
    const auto *index = std::get_if<ir::IndexStep>(&step);
    return std::get_if<ir::FieldStep>(&step) ||
           (index && isa<ir::IntExpr>(index->index));
  });
  const Datum &datum = kernel.data[data->number];
  if (!isFixed || isa<ir::ArrayType>(place->type) || datum.isContainer() ||
      datum.isScratch() || datum.isBitField()) {
    refuse("terms read an array of their iteration's", datum.firstUse);
    return nullptr;
  }
  return module.place(outerParam(place, -1,
                                 datum.name.empty() ? "own" : datum.name,
                                 place->type, datum.firstUse));
}

ir::Step TermDraft::mappedStep(const ir::Step &step) {
  if (const auto *index = std::get_if<ir::IndexStep>(&step))
    return ir::IndexStep{mapper.expr(index->index)};
  if (const auto *deref = std::get_if<ir::DerefStep>(&step))
    return ir::DerefStep{mapper.expr(deref->offset)};
  if (const auto *element = std::get_if<ir::ElementStep>(&step))
    return ir::ElementStep{mapper.expr(element->index)};
  return step;
}

ir::Function *TermDraft::makeOuter(const std::string &name) {
  FrameDraft draft(kernel, frame, late);
  std::vector<ir::Statement *> statements;
  std::vector<ir::Variable *> values;
  for (const OuterValue &value : outer) {
    ir::Variable *made =
        draft.add(value.param->name, value.param->type, value.param->loc);
    values.push_back(made);
    const ir::Place *from =
        value.place ? value.place
                    : module.place(draft.param(unsigned(value.field)));
    statements.push_back(
        module.store(module.place(made), module.load(from), made->loc));
  }
  std::vector<ir::Variable *> params = draft.params();
  llvm::append_range(params, values);
  return draft.finish(name + "::outer", module.voidType(), params, statements,
                      inner.loop->loc);
}
