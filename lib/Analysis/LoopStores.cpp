// Values that are stored, structs among them: each number and pointer of it.
#include "LoopWalk.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;

/// What lies at `from` is stored at `to`: each number and pointer of it.
void LoopWalk::copy(const Region &to, const Region &from) {
  const Type *type = to.type;
  const auto part = [&](RegionStep step) {
    copy(to.then(step), from.then(step));
  };
  if (const auto *record = dyn_cast<StructType>(type);
      record && record->isComplete() && !record->isUnion() &&
      from.type == type) {
    for (const Field &field : record->fields())
      part(RegionStep(&field));
    return;
  }
  if (const auto *array = dyn_cast<ArrayType>(type); array && from.type == type)
    return part(RegionStep(RegionStep::Index, array->element, Number::any()));
  if (isValue(type) || (type->kind == Type::Library && from.type == type))
    return memory.store(to, memory.load(from));
  memory.blur(to);
}

void LoopWalk::assign(const Region &to, const Expr *e) {
  if (isValue(e->type))
    return memory.store(to, value(e));
  switch (e->kind) {
  case Expr::Load:
    for (const Region &from : regions(cast<LoadExpr>(e)->place)) {
      read(from);
      spot = {};
      if (ownsElements(from.type) && !liesInside(cast<LibraryType>(from.type)))
        read(from.then(RegionStep(RegionStep::Element, elementOf(from.type),
                                  Number::any())));
      copy(to, from);
    }
    return;
  case Expr::Value:
    return copy(to, at(cast<ValueExpr>(e)->variable));
  case Expr::Call: {
    const auto *called = cast<CallExpr>(e);
    return copy(to, call(called->callee, called->arguments, e));
  }
  case Expr::Select: {
    const auto *select = cast<SelectExpr>(e);
    value(select->condition);
    const llvm::SaveAndRestore when(conditions, conditions + 1);
    assign(to, select->whenTrue);
    return assign(to, select->whenFalse);
  }
  case Expr::Aggregate: {
    const auto &parts = cast<AggregateExpr>(e)->elements;
    const auto *record = dyn_cast<StructType>(e->type);
    const auto *array = dyn_cast<ArrayType>(e->type);
    for (unsigned k = 0; k < parts.size(); ++k) {
      if (record && k < record->fields().size()) {
        assign(to.then(RegionStep(&record->fields()[k])), parts[k]);
      } else if (array) {
        assign(to.then({RegionStep::Index, array->element, Number::any()}),
               parts[k]);
      } else {
        assign(Region::unknown(parts[k]->type), parts[k]);
        memory.blur(to);
      }
    }
    if (record && record->isUnion())
      memory.blur(to);
    return;
  }
  case Expr::Zero:
    return;
  default:
    // Of the library: what it holds is not followed.
    forEachOperand(e, [&](const Expr *part) {
      if (isValue(part->type))
        memory.keep(value(part));
      else
        assign(Region::unknown(part->type), part);
    });
    memory.blur(to);
    return;
  }
}
