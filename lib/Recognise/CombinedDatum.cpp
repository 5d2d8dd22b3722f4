// Looks at the other data of the kernel.
#include "CombinedDatum.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::isNumberByItself(const Recogniser &site, unsigned row) {
  const kernel::Datum &of = site.kernel.data[row];
  const ir::Type *number = of.type;
  while (const auto *array = dyn_cast<ir::ArrayType>(number))
    number = array->element;
  const uint64_t begin = kernel::offsetOf(of.steps), end = begin + of.bytes;
  for (const kernel::Datum &other : site.kernel.data)
    if (&other != &of && other.owner == kernel::Owner::Element &&
        other.number == of.number) {
      const uint64_t at = kernel::offsetOf(other.steps);
      if (at < end && begin < at + other.bytesInObject())
        return false;
    }
  return !of.isPlace() && !of.isBitField() && !of.isContainer() &&
         !kernel::isThroughPointer(of.steps) &&
         (number->isInt() || number->isBool() || number->isFloat());
}

const kernel::Datum *recognise::ownElementOf(const Recogniser &site,
                                             unsigned row) {
  const kernel::Datum &made = site.kernel.data[row];
  const SharedArray *shared = site.sharedArrayOf(made.number);
  const uint64_t begin = kernel::offsetOf(made.steps);
  const auto isIt = [&](const kernel::Datum &datum) {
    if (!datum.hasOperand() || !shared->place)
      return false;
    const uint64_t at = kernel::offsetOf(datum.steps);
    if (at >= begin + made.bytes || begin >= at + datum.bytesInObject())
      return false;
    const Operand &of = site.operandOf(datum.number);
    const ir::Place *array = of.array;
    if (const auto *range = dyn_cast<ir::RangeLoopStatement>(site.loop);
        range && !array && of.form == Operand::Element)
      array = range->range;
    return array && hostPlace(array) == shared->place;
  };
  const auto found = llvm::find_if(site.kernel.data, isIt);
  return found == site.kernel.data.end() ? nullptr : &*found;
}
