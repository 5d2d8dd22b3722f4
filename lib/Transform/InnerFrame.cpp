// Frames of inner loops.
#include "InnerFrame.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- Functions --------------------------------------------------------===//

ir::Variable *PartDraft::add(llvm::StringRef name, const ir::Type *type,
                             ir::Location loc) {
  return module.variable(ir::Variable::Parameter, name, type, loc);
}

ir::Function *PartDraft::finish(const std::string &name, const ir::Type *result,
                                llvm::ArrayRef<ir::Variable *> params,
                                llvm::ArrayRef<ir::Statement *> statements,
                                ir::Location loc) {
  std::vector<const ir::Type *> types;
  for (const ir::Variable *param : params)
    types.push_back(param->type);
  ir::Function *made = module.createFunction(
      module.freeName(name), module.functionType(result, types), loc);
  made->params.assign(params.begin(), params.end());
  made->body = module.block(statements, loc);
  return made;
}

//===--- Fields -----------------------------------------------------------===//

unsigned Frame::add(Field field) {
  const std::string stem = field.name;
  const auto isTaken = [&] {
    return llvm::any_of(
        all, [&](const Field &other) { return other.name == field.name; });
  };
  for (unsigned number = 2; isTaken(); ++number)
    field.name = stem + std::to_string(number);
  all.push_back(std::move(field));
  return unsigned(all.size() - 1);
}

int Frame::find(const ir::Variable *variable) const {
  const auto found = llvm::find_if(
      all, [&](const Field &field) { return field.variable == variable; });
  return found == all.end() ? -1 : int(found - all.begin());
}

unsigned Frame::of(const ir::Variable *variable) {
  const int found = find(variable);
  return found >= 0 ? unsigned(found)
                    : add({variable, -1, variable->name, variable->type,
                           variable->loc});
}

unsigned Frame::ofDatum(unsigned number, const ir::Type *type) {
  const auto found = llvm::find_if(
      all, [&](const Field &field) { return field.datum == int(number); });
  if (found != all.end())
    return unsigned(found - all.begin());
  const Datum &datum = kernel.data[number];
  return add({nullptr, int(number), datum.name.empty() ? "own" : datum.name,
              type, datum.firstUse});
}

//===--- What is named ----------------------------------------------------===//

FrameDraft::FrameDraft(const Kernel &kernel, Frame &frame,
                       const LateValues &late)
    : PartDraft(*kernel.module), kernel(kernel), frame(frame), late(late) {
  mapper.onExpr = [this](const ir::Expr *e) { return expr(e); };
  mapper.onPlace = [this](const ir::Place *place) { return root(place); };
}

ir::Variable *FrameDraft::param(unsigned field) {
  while (made.size() <= field) {
    const Frame::Field &next = frame.fields()[made.size()];
    made.push_back(add(next.name, next.type, next.loc));
  }
  return made[field];
}

std::vector<ir::Variable *> FrameDraft::params() {
  if (!frame.fields().empty())
    param(unsigned(frame.fields().size() - 1));
  return made;
}

const ir::LetStatement *kernel::declarationIn(const Kernel &kernel,
                                              const ir::Variable *variable) {
  const ir::LetStatement *result = nullptr;
  ir::walk(static_cast<const ir::Statement *>(kernel.program->body),
           [&](const ir::Statement *s) {
             const auto *let = dyn_cast<ir::LetStatement>(s);
             if (let && let->variable == variable)
               result = let;
           });
  return result;
}

const ir::Expr *kernel::initOf(const Kernel &kernel,
                               const ir::Variable *variable) {
  const ir::LetStatement *let = declarationIn(kernel, variable);
  if (!let)
    return nullptr;
  bool stays = true;
  const auto changes = [&](const ir::Variable *named) {
    ir::walk(static_cast<const ir::Statement *>(kernel.program->body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, [&](const ir::Place *place) {
                 stays &= place->variable() != named;
               });
             });
  };
  ir::walk(let->value, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    const auto *data =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    if (place && place->variable())
      changes(place->variable());
    if (data && data->kind == ir::DataRoot::Own)
      stays &= !kernel.data[data->number].isWritten;
    stays &= !isa<ir::CallExpr>(e);
  });
  return stays ? let->value : nullptr;
}

const ir::Place *FrameDraft::variable(const ir::Variable *variable) {
  if (mapper.variables.lookup(variable))
    return nullptr;
  if (late.isInner(variable))
    return onInner ? onInner(variable) : nullptr;
  if (!variable->type->isReference()) {
    if (variable->type->isPointer() && fault.what.empty())
      fault = {"a pointer outlives the inner loop", variable->loc};
    return module.place(param(frame.of(variable)));
  }
  const ir::Expr *init = initOf(kernel, variable);
  if (!init) {
    if (fault.what.empty())
      fault = {"a reference from around the inner loop changes", variable->loc};
    return nullptr;
  }
  const ir::Expr *value = mapper.expr(init);
  ir::Variable *again = module.variable(ir::Variable::Let, variable->name,
                                        variable->type, variable->loc);
  rebound.push_back(module.let(again, value, variable->loc));
  mapper.variables[variable] = again;
  return module.place(again);
}

/// What is asked of an expression from outside in.
const ir::Expr *FrameDraft::expr(const ir::Expr *e) {
  if (const ir::Expr *other = onValue ? onValue(e) : nullptr)
    return other;
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  const ir::Place *place = value ? variable(value->variable) : nullptr;
  return place ? module.load(place, e->loc) : nullptr;
}

const ir::Place *FrameDraft::root(const ir::Place *place) {
  if (!place->steps.empty())
    return nullptr;
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (data && data->kind == ir::DataRoot::Own && ownInFrame &&
      late.storesOwn(data->number))
    return module.place(param(frame.ofDatum(data->number, place->type)));
  const ir::Variable *named = place->variable();
  return named ? variable(named) : nullptr;
}
