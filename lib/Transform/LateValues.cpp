// Finds what is late by going over the body until nothing is added.
#include "LateValues.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

LateValues::LateValues(const Kernel &kernel, const InnerLoop &inner)
    : kernel(kernel), inner(inner) {
  ir::walkExprs(static_cast<const ir::Statement *>(kernel.program->body),
                [&](const ir::Expr *e) {
                  const auto *address = dyn_cast<ir::AddressExpr>(e);
                  if (address && address->place->variable() &&
                      !address->place->isIndirect())
                    refuse("the address of a variable is used", e->loc);
                });
  for (const ir::Statement *s : inner.loop->body->statements)
    collect(s, false);
  const bool asksRecord =
      !ownStored.empty() &&
      llvm::any_of(kernel.helpers,
                   [](const Helper &helper) { return helper.usesQuery; });
  if (asksRecord)
    refuse("functions look at what the inner loop changes", inner.loop->loc);
  for (bool changed = true; changed && fault.what.empty();) {
    changed = false;
    mark(inner.loop->body->statements, changed);
  }
  if (isLate(inner.last))
    refuse("the inner loop changes what it is bounded by", inner.loop->loc);
}

void LateValues::refuse(const char *what, ir::Location loc) {
  if (fault.what.empty())
    fault = {what, loc};
}

//===--- What the body has ------------------------------------------------===//

void LateValues::noteTarget(const ir::Place *place) {
  if (const ir::Variable *variable = place->variable())
    stored.insert(variable);
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (data && data->kind == ir::DataRoot::Own) {
    const Datum &datum = kernel.data[data->number];
    ownStored.insert(data->number);
    if (isa<ir::ArrayType>(data->type) || datum.isBitField() ||
        datum.isContainer() || datum.isScratch())
      refuse("the inner loop changes an array of its iteration's",
             datum.firstUse);
  } else if (data && data->kind == ir::DataRoot::Element) {
    arraysStored.insert(kernel.data[data->number].number);
  } else if (!place->variable()) {
    refuse("the inner loop stores through a pointer", inner.loop->loc);
  }
}

/// `inLoop`: of a loop in the inner loop, whose `break` is its own.
void LateValues::collect(const ir::Statement *s, bool inLoop) {
  if (const ir::Variable *variable = ir::declaredBy(s))
    inside.insert(variable);
  if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
    // What is set for all is read by none.
    if (store->store != ir::StoreKind::Shared)
      noteTarget(store->place);
  } else if (isa<ir::ReturnStatement>(s) ||
             (isa<ir::BreakStatement>(s) && !inLoop)) {
    refuse("the inner loop may be left early", s->loc);
  } else if (isa<ir::LeaveStatement>(s) &&
             !llvm::none_of(inner.around, [&](const ir::BlockStatement *b) {
               return b == llvm::cast<ir::LeaveStatement>(s)->block;
             })) {
    refuse("the inner loop may be left early", s->loc);
  } else if (!isa<ir::BlockStatement, ir::LetStatement, ir::VarStatement,
                  ir::ReduceStatement, ir::DeferStatement, ir::IfStatement,
                  ir::LoopStatement,
                  ir::CountedLoopStatement, ir::RangeLoopStatement,
                  ir::SwitchStatement, ir::BreakStatement,
                  ir::ContinueStatement, ir::LeaveStatement, ir::TrapStatement>(
                 s)) {
    refuse("the inner loop calls what has effects", s->loc);
  }
  const bool isLoop =
      isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s);
  ir::forEachChild(
      s, [&](const ir::Statement *child) { collect(child, inLoop || isLoop); });
}

//===--- Questions --------------------------------------------------------===//

bool LateValues::isLateRoot(const ir::Place *place) const {
  if (const ir::Variable *variable = place->variable())
    return late.contains(variable) ||
           (stored.contains(variable) && !isInner(variable));
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (!data)
    return false;
  return data->kind == ir::DataRoot::Own ? ownStored.contains(data->number)
         : data->kind == ir::DataRoot::Element
             ? arraysStored.contains(kernel.data[data->number].number)
             : false;
}

/// A function of the user's that is handed the iteration's record is called
/// where that is.
bool LateValues::isLateCall(const ir::CallExpr &call) const {
  const Helper *helper = kernel.helperOf(call.callee);
  return helper &&
         (helper->usesQuery || (helper->usesArrays && !arraysStored.empty()));
}

bool LateValues::isLate(const ir::Expr *e) const {
  bool result = false;
  if (e)
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      const auto *value = dyn_cast<ir::ValueExpr>(part);
      const auto *call = dyn_cast<ir::CallExpr>(part);
      const auto *asked = dyn_cast<ir::ContainerReadExpr>(part);
      // A container of the iteration's own stays where it is.
      const auto *held =
          asked ? std::get_if<ir::DataRoot>(&asked->container->root) : nullptr;
      result |= (held && held->kind == ir::DataRoot::Own) ||
                (place && isLateRoot(place)) ||
                (value && late.contains(value->variable)) ||
                (call && isLateCall(*call));
    });
  return result;
}

bool LateValues::isLate(const ir::Place *place) const {
  bool result = isLateRoot(place);
  ir::forEachOperand(place, [&](const ir::Expr *e) { result |= isLate(e); });
  return result;
}

static bool isLoop(const ir::Statement *s) {
  return isa<ir::LoopStatement, ir::CountedLoopStatement,
             ir::RangeLoopStatement>(s);
}

bool LateValues::continues(const ir::Statement *s) const {
  if (isa<ir::ContinueStatement>(s))
    return true;
  bool result = false;
  if (!isLoop(s))
    ir::forEachChild(
        s, [&](const ir::Statement *child) { result |= continues(child); });
  return result;
}

bool LateValues::changesLate(const ir::Statement *s) const {
  bool result = false;
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    result = isLate(store->place) || isLate(store->value);
  else if (const auto *reduce = dyn_cast<ir::ReduceStatement>(s))
    result = isLate(reduce->place) || isLate(reduce->value);
  else if (const ir::Variable *variable = ir::declaredBy(s))
    result = late.contains(variable);
  if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
    result |= isLate(range->range);
  ir::forEachOperand(s, [&](const ir::Expr *e) { result |= isLate(e); });
  ir::forEachChild(
      s, [&](const ir::Statement *child) { result |= changesLate(child); });
  return result;
}

bool LateValues::isWhole(const ir::Statement *s) const {
  if (const auto *choice = dyn_cast<ir::IfStatement>(s))
    return isLate(choice->condition);
  const auto *block = dyn_cast<ir::BlockStatement>(s);
  if (isLoop(s))
    return changesLate(s);
  return (isa<ir::SwitchStatement>(s) || (block && !block->label.empty())) &&
         (changesLate(s) || continues(s));
}

//===--- Marking ----------------------------------------------------------===//

/// All that it sets is.
bool LateValues::markAll(const ir::Statement *s) {
  bool changed = false;
  ir::walk(s, [&](const ir::Statement *part) {
    if (const ir::Variable *variable = ir::declaredBy(part))
      changed |= setLate(variable);
    ir::forEachPlace(part, [&](const ir::Place *place) {
      if (const ir::Variable *variable = place->variable())
        changed |= setLate(variable);
    });
  });
  return changed;
}

/// True where what follows the list depends on something late, by a `continue`.
bool LateValues::mark(llvm::ArrayRef<ir::Statement *> list, bool &changed) {
  bool after = false;
  for (const ir::Statement *s : list) {
    if (after || isWhole(s)) {
      changed |= markAll(s);
      after |= continues(s);
      continue;
    }
    if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
      after |= mark(choice->then->statements, changed);
      if (choice->otherwise)
        after |= mark(choice->otherwise->statements, changed);
    } else if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
      after |= mark(block->statements, changed);
    } else if (const auto *let = dyn_cast<ir::LetStatement>(s)) {
      changed |= isLate(let->value) && setLate(let->variable);
    } else if (const auto *var = dyn_cast<ir::VarStatement>(s)) {
      changed |= isLate(var->init) && setLate(var->variable);
    } else if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
      if (const ir::Variable *variable = store->place->variable())
        changed |=
            (isLate(store->value) || isLate(store->place)) && setLate(variable);
    }
  }
  return after;
}
