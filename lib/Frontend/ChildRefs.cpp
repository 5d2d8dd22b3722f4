// The expressions that are a child of the node, and the slots they stand for.
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"

using namespace regtt;
using namespace clang;

unsigned FunctionLowering::slotGroup(const Place &place, SlotGroup::Form form,
                                     SourceLocation loc) {
  for (unsigned group = 0; group < traversal.slots.size(); ++group)
    if (!traversal.slots[group].value &&
        traversal.slots[group].array == place.number &&
        traversal.slots[group].steps == place.steps)
      return group;
  SlotGroup slots;
  slots.form = form;
  slots.array = place.number;
  slots.steps = place.steps;
  slots.text = joinedText(place);
  slots.name = joined(place.steps, "_", "_");
  if (slots.name.empty())
    slots.name = traversal.nodeArrays[place.number].name;
  slots.loc = loc;
  if (form != SlotGroup::Fields)
    slots.count = 0;
  else if (const auto *array = builder.context.getAsConstantArrayType(
               place.lastField ? place.lastField->getType() : place.datum))
    slots.count = array->getSize().getZExtValue();
  slots.first = traversal.numSlots;
  traversal.numSlots += slots.count;
  traversal.slots.push_back(slots);
  return traversal.slots.size() - 1;
}

bool FunctionLowering::childRef(const Expr *e, const Place &place) {
  if (place.base != Base::Node || place.shared || place.steps.empty() ||
      place.parts.size() > 1 || !isNodePointer(place.type) ||
      llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Deref;
      }))
    return false;
  const unsigned group = slotGroup(place, SlotGroup::Fields, e->getBeginLoc());
  const Expr *index = place.parts.empty() ? nullptr : place.parts[0].index;
  if (index)
    expr(index);
  function.children[e] = {group, index};
  return true;
}

bool FunctionLowering::link(const Expr *e) {
  if (isProgram())
    return rootLink(e);
  if (traversal.nodesAreNumbers)
    return numberLink(e);
  e = linkExpr(e);
  if (e->isNullPointerConstant(builder.context,
                               Expr::NPC_ValueDependentIsNotNull))
    return true;
  if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
    condition(choice->getCond());
    const bool left = link(choice->getTrueExpr());
    return link(choice->getFalseExpr()) && left;
  }
  if (setsLink(e) || linkInArray(e))
    return true;
  if (const VarDecl *var = namedVariable(e))
    return linkVariable(e) && !unbound.count(var);
  if (listElement(e))
    return true;
  const auto where = object(e);
  return where && where->lastField && childRef(e, *where);
}
