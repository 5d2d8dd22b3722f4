// Whether an annotated loop may be split.
#include "regtt/Analysis/LoopOrder.h"

#include "regtt/Analysis/Overlap.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;

/// Whether an access in these parts of an iteration would come after one in
/// those of a later iteration, which it preceded.
static bool areExchanged(unsigned earlier, unsigned later) {
  return ((earlier & After) && (later & (Before | During))) ||
         ((earlier & During) && (later & Before));
}

std::vector<OrderFault>
regtt::ir::exchangedPairs(const LoopAccesses &accesses) {
  std::vector<OrderFault> pairs;
  for (const Access &earlier : accesses.all)
    for (const Access &later : accesses.all)
      if ((earlier.isWrite || later.isWrite) &&
          areExchanged(earlier.phases, later.phases) &&
          // What is left for later is behind the rest of its iteration, too.
          (earlier.isDeferred ||
           !isOfOneIteration(earlier.region, later.region)) &&
          accesses.mayMeet(earlier.region, later.region))
        pairs.push_back({&earlier, &later});
  return pairs;
}

std::vector<OrderFault> regtt::ir::orderFaults(const LoopAccesses &accesses) {
  std::vector<OrderFault> faults;
  for (const OrderFault &pair : exchangedPairs(accesses)) {
    const bool isKnown = llvm::any_of(faults, [&](const OrderFault &fault) {
      return pair.earlier->loc && pair.later->loc &&
             fault.earlier->loc == pair.earlier->loc &&
             fault.later->loc == pair.later->loc;
    });
    if (!isKnown)
      faults.push_back(pair);
  }
  return faults;
}
