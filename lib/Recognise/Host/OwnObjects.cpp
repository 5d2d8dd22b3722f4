// Which objects are an iteration's own.
#include "OwnObjects.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool varies(const ir::Region &region);

/// Whether it may be another number in another iteration.
static bool varies(const ir::Number &number) {
  return number.of || (number.held && varies(*number.held));
}

static bool varies(const ir::Region &region) {
  return llvm::any_of(region.steps, [](const ir::RegionStep &step) {
    return varies(step.index);
  });
}

ir::Region recognise::objectOf(const ir::Region &region) {
  size_t count = region.steps.size();
  while (count > 0 && !region.steps[count - 1].leaves() &&
         !varies(region.steps[count - 1].index))
    --count;
  return region.prefix(count);
}

bool recognise::isInObject(const ir::Region &region) {
  return ir::isExact(objectOf(region)) &&
         llvm::none_of(region.steps, [](const ir::RegionStep &step) {
           return step.kind == ir::RegionStep::Part;
         });
}

/// Whether the operand is found from the variable that the region starts with,
/// or is the element that the loop is at, as the region is.
static bool startsAt(const Operand &operand, const ir::Region &region,
                     const LoopElement &counter) {
  if (operand.form == Operand::Element && !operand.array && !operand.base)
    return counter.isElement &&
           llvm::any_of(region.steps, [&](const ir::RegionStep &step) {
             return step.index == ir::Number::counter(counter.variable);
           });
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    result |= place->variable() ? place->variable() == region.what
                                : place->global() == region.what;
  };
  if (operand.array)
    look(operand.array);
  for (const ir::Expr *e : {operand.base, operand.expr, operand.origin})
    if (e)
      ir::walk(e, [&](const ir::Expr *each) {
        if (const ir::Place *place = ir::placeOf(each))
          look(place);
        const auto *value = dyn_cast<ir::ValueExpr>(each);
        result |= value && value->variable == region.what;
      });
  return result && region.what;
}

OwnObjects::OwnObjects(const Recogniser &recogniser,
                       const ir::LoopAccesses &accesses)
    : recogniser(recogniser) {
  for (const ir::Access &access : accesses.all) {
    if (!(access.phases & ir::During) || !isInObject(access.region) ||
        !varies(access.region))
      continue;
    const TraversalRows rows = rowsOf(recogniser, access.region);
    if (rows.own.empty())
      continue;
    std::set<int> operands;
    for (const unsigned row : rows.own)
      if (const kernel::Datum &datum = recogniser.kernel.data[row];
          datum.hasOperand() &&
          datum.number < recogniser.iteration.operands.size() &&
          // Nothing of the user's leads there.
          recogniser.iteration.operands[datum.number].form != Operand::Room)
        operands.insert(int(datum.number));
    // Of several that have such a field, the one that is found there.
    if (operands.size() > 1)
      for (auto each = operands.begin(); each != operands.end();)
        each = startsAt(recogniser.iteration.operands[*each], access.region,
                        loopElement(recogniser))
                   ? std::next(each)
                   : operands.erase(each);
    if (operands.size() == 1)
      all.push_back({objectOf(access.region), *operands.begin()});
  }
}

int OwnObjects::of(const ir::Access &access) const {
  if (!isInObject(access.region))
    return -1;
  const ir::Region object = objectOf(access.region);
  for (const OwnObject &own : all)
    if (own.region == object)
      return own.operand;
  return -1;
}

bool OwnObjects::isUsed(const ir::Access &access, int operand,
                        bool isWritten) const {
  return llvm::any_of(rowsOf(recogniser, access.region).own, [&](unsigned row) {
    const kernel::Datum &datum = recogniser.kernel.data[row];
    return int(datum.number) == operand && (!isWritten || datum.isWritten);
  });
}

bool OwnObjects::isExcluded(const ir::Access &own, int operand,
                            const ir::Access &traversal) const {
  if (of(traversal) == operand)
    return true;
  const TraversalRows rows = rowsOf(recogniser, traversal.region);
  const bool isOfOperand =
      !rows.own.empty() && rows.nodes.empty() && rows.elements.empty() &&
      rows.uniforms.empty() && !rows.isFollowed &&
      llvm::all_of(rows.own, [&](unsigned row) {
        return int(recogniser.kernel.data[row].number) == operand;
      });
  if (isOfOperand)
    return true;
  // What calls write, they write to operands and elements: the runtime compares
  // that with all that is used of operands.
  return !own.isWrite && traversal.isWrite && isUsed(own, operand, false);
}
