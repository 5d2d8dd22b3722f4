// Follows links through locals:
//
//   var %near: link @Node = lib "rt::child"(0:i32)      // {0}
//   store %near = select(c, %near, lib "rt::child"(1))  // {0, 1}
//
// What is not understood may be any child.
#include "HeldLinks.h"

#include "NullTests.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::APSInt;
using llvm::dyn_cast;

/// Arrays of more links than this are not followed.
static constexpr uint64_t maxElements = 256;

/// Of a list, two children stand for all.
static constexpr int listSlots = 2;

void kernel::merge(SlotSet &into, const SlotSet &from) {
  for (const int slot : from)
    if (!llvm::is_contained(into, slot))
      into.push_back(slot);
  llvm::sort(into);
}

LinkFollower::LinkFollower(const Kernel &kernel, const ir::Function &function)
    : kernel(kernel) {
  ir::walk(function.body, [&](const ir::Statement *s) {
    const auto *range = dyn_cast<ir::RangeLoopStatement>(s);
    if (range && range->range->variable())
      lent.insert(range->range->variable());
    ir::forEachOperand(s, [&](const ir::Expr *operand) {
      ir::walk(operand, [&](const ir::Expr *e) {
        const ir::Place *place =
            llvm::isa<ir::AddressExpr>(e) ? ir::placeOf(e) : nullptr;
        if (place && place->variable())
          lent.insert(place->variable());
      });
    });
  });
}

//===--- Slots ------------------------------------------------------------===//

SlotSet LinkFollower::any() const {
  SlotSet result;
  const int count = kernel.list() ? listSlots : kernel.numSlots;
  for (int slot = 0; slot < count; ++slot)
    result.push_back(slot);
  return result;
}

std::optional<APSInt> LinkFollower::numberOf(const ir::Expr *e) const {
  return ir::integerOf(e, [&](const ir::Variable *variable) {
    const auto found = numbers.find(variable);
    return found == numbers.end() ? std::nullopt
                                  : std::optional<APSInt>(found->second);
  });
}

/// Of `add(first, index)`: the group that begins at `first`.
static const SlotGroup *groupAt(const Kernel &kernel, const ir::Expr *slot) {
  const auto *sum = dyn_cast<ir::BinaryExpr>(slot);
  const auto *first = sum && sum->op == ir::BinaryOp::Add
                          ? dyn_cast<ir::IntExpr>(sum->left)
                          : nullptr;
  if (!first || first->value().isZero() || first->value().getActiveBits() > 31)
    return nullptr;
  const SlotGroup *group =
      kernel.groupOf(static_cast<int>(first->value().getZExtValue()));
  return group && first->value() == static_cast<uint64_t>(group->first)
             ? group
             : nullptr;
}

SlotSet LinkFollower::childrenAt(const ir::Expr *slot) const {
  const SlotGroup *group = groupAt(kernel, slot);
  const auto number = numberOf(slot);
  const auto known = number ? number->tryExtValue() : std::nullopt;
  const bool isIn =
      known && *known >= 0 &&
      (kernel.list() ? *known < INT32_MAX : *known < kernel.numSlots);
  if (isIn && (!group || (*known >= group->first &&
                          *known < group->first + group->count)))
    return {static_cast<int>(*known)};
  // An index into the first group may be a sum, too.
  const SlotGroup *first = kernel.groupOf(0);
  if (known || kernel.list() || !first || (!group && first->count < 2))
    return any();
  SlotSet result;
  for (const SlotGroup *each : {first, group})
    if (each && each->count > 1)
      for (int k = 0; k < each->count; ++k)
        merge(result, {each->first + k});
  return result.empty() ? any() : result;
}

SlotSet LinkFollower::slotsOf(const ir::Expr *link, const HeldLinks &held) {
  if (llvm::isa<ir::NullExpr>(link))
    return {};
  if (const auto *choice = dyn_cast<ir::SelectExpr>(link)) {
    SlotSet result = slotsOf(choice->whenTrue, held);
    merge(result, slotsOf(choice->whenFalse, held));
    return result;
  }
  if (const ir::Expr *slot = slotOf(link))
    return childrenAt(slot);
  const auto *name = dyn_cast<ir::ValueExpr>(link);
  const auto *load = dyn_cast<ir::LoadExpr>(link);
  const ir::Variable *variable = name   ? name->variable
                                 : load ? load->place->variable()
                                        : nullptr;
  if (!variable || !isFollowed(variable))
    return any();
  const llvm::ArrayRef<ir::Step> steps =
      load ? load->place->steps : llvm::ArrayRef<ir::Step>();
  const auto *index =
      steps.size() == 1 ? std::get_if<ir::IndexStep>(&steps[0]) : nullptr;
  if (!index && (!steps.empty() || !variable->type->isLink()))
    return any();
  SlotSet result;
  for (const unsigned each :
       index ? elementsOf(variable, index->index) : Cells{cell(variable, -1)}) {
    const auto found = held.find(each);
    if (found == held.end())
      return any();
    merge(result, found->second);
  }
  return result;
}

//===--- Locals -----------------------------------------------------------===//

/// Of an array of links, how many there are; nothing of other types.
static std::optional<uint64_t> linksIn(const ir::Type *type) {
  const auto *array = dyn_cast<ir::ArrayType>(type);
  return array && array->element->isLink() && array->count <= maxElements
             ? std::optional<uint64_t>(array->count)
             : std::nullopt;
}

bool LinkFollower::isFollowed(const ir::Variable *variable) const {
  return (variable->type->isLink() || linksIn(variable->type)) &&
         !variable->isVolatile && !lent.contains(variable);
}

unsigned LinkFollower::cell(const ir::Variable *variable, int element) {
  return cells
      .try_emplace({variable, element}, static_cast<unsigned>(cells.size()))
      .first->second;
}

LinkFollower::Cells LinkFollower::elementsOf(const ir::Variable *array,
                                             const ir::Expr *index) {
  Cells result;
  const auto number = numberOf(index);
  const int count = static_cast<int>(*linksIn(array->type));
  for (int k = 0; k < count; ++k)
    if (!number || *number == k)
      result.push_back(cell(array, k));
  if (result.empty()) // outside of the array
    for (int k = 0; k < count; ++k)
      result.push_back(cell(array, k));
  return result;
}

/// What a cell held is lost if it is surely the one that is set.
void LinkFollower::set(llvm::ArrayRef<unsigned> targets, const SlotSet &slots,
                       HeldLinks &held, bool isCertain) {
  for (const unsigned target : targets) {
    const bool replaces = isCertain && targets.size() == 1;
    const auto known = held.find(target);
    if (replaces)
      held[target] = slots;
    else if (known != held.end())
      merge(known->second, slots);
  }
}

void LinkFollower::setElements(const ir::Variable *array, const ir::Expr *value,
                               HeldLinks &held, bool isCertain) {
  const int count = static_cast<int>(*linksIn(array->type));
  const auto *list = dyn_cast<ir::AggregateExpr>(value);
  const auto *load = dyn_cast<ir::LoadExpr>(value);
  const auto *name = dyn_cast<ir::ValueExpr>(value);
  const ir::Variable *other = name   ? name->variable
                              : load ? load->place->wholeVariable()
                                     : nullptr;
  if (other && !isFollowed(other))
    other = nullptr;
  std::vector<SlotSet> all;
  for (int k = 0; k < count; ++k) {
    const auto known = other ? held.find(cell(other, k)) : held.end();
    if (list && static_cast<size_t>(k) < list->elements.size())
      all.push_back(slotsOf(list->elements[k], held));
    else if (llvm::isa<ir::ZeroExpr>(value))
      all.push_back({});
    else
      all.push_back(known == held.end() ? any() : known->second);
  }
  for (int k = 0; k < count; ++k)
    set({cell(array, k)}, all[k], held, isCertain);
}

void LinkFollower::setWhole(const ir::Variable *variable, const ir::Expr *value,
                            HeldLinks &held, bool isCertain) {
  if (!isFollowed(variable))
    return;
  if (!variable->type->isLink())
    return setElements(variable, value, held, isCertain);
  set({cell(variable, -1)}, slotsOf(value, held), held, isCertain);
}

void LinkFollower::change(const ir::Statement *s, HeldLinks &held,
                          bool isCertain) {
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return setWhole(let->variable, let->value, held, isCertain);
  if (const auto *var = dyn_cast<ir::VarStatement>(s); var && var->init)
    return setWhole(var->variable, var->init, held, isCertain);
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  const ir::Variable *variable = store ? store->place->variable() : nullptr;
  if (!variable || !isFollowed(variable))
    return;
  const llvm::ArrayRef<ir::Step> steps = store->place->steps;
  if (steps.empty())
    return setWhole(variable, store->value, held, isCertain);
  if (!linksIn(variable->type))
    return; // a place in the node that it leads to
  const auto *index = std::get_if<ir::IndexStep>(&steps[0]);
  if (index && steps.size() == 1)
    set(elementsOf(variable, index->index), slotsOf(store->value, held), held,
        isCertain);
}

void LinkFollower::run(const ir::Statement *s, HeldLinks &held) {
  change(s, held, /*isCertain=*/true);
}

void LinkFollower::runPerhaps(const ir::Statement *s, HeldLinks &held) {
  // What it declares holds nothing before, and what it counts is not known.
  ir::walk(s, [&](const ir::Statement *inner) {
    const ir::Variable *variable = ir::declaredBy(inner);
    if (!variable)
      return;
    numbers.erase(variable);
    const auto *var = dyn_cast<ir::VarStatement>(inner);
    if (!isFollowed(variable) ||
        !(llvm::isa<ir::LetStatement>(inner) || (var && var->init)))
      return;
    if (variable->type->isLink())
      held[cell(variable, -1)] = {};
    else
      for (uint64_t k = 0; k < *linksIn(variable->type); ++k)
        held[cell(variable, static_cast<int>(k))] = {};
  });
  HeldLinks before;
  do {
    before = held;
    ir::walk(s, [&](const ir::Statement *inner) {
      change(inner, held, /*isCertain=*/false);
    });
  } while (held != before);
}

void LinkFollower::count(const ir::Statement *s) {
  const auto *let = dyn_cast<ir::LetStatement>(s);
  if (!let)
    return;
  if (const auto number = numberOf(let->value))
    numbers.insert_or_assign(let->variable, *number);
  else
    numbers.erase(let->variable);
}
