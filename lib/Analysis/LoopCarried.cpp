// Pairs of accesses that iterations may have in common.
#include "regtt/Analysis/LoopCarried.h"

#include "regtt/Analysis/Overlap.h"

using namespace regtt::ir;

std::vector<CarriedPair> regtt::ir::carriedPairs(const LoopAccesses &accesses) {
  std::vector<CarriedPair> pairs;
  for (const Access &write : accesses.all)
    for (const Access &other : accesses.all) {
      // Of two writes one pair; one write and itself are two iterations'.
      const bool isKnown = other.isWrite && &other < &write;
      if (write.isWrite && !isKnown &&
          !isOfOneIteration(write.region, other.region) &&
          accesses.mayMeet(write.region, other.region))
        pairs.push_back({&write, &other});
    }
  return pairs;
}
