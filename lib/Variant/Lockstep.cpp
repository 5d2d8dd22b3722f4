// Lockstep (Goldfarb 2013, section 5; Wu 2019, DR-L): a warp's lanes visit the
// same node, masked, with one stack for all. Arguments, guards and live values
// are each lane's own, and so is its order of calls, unless it may be another.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToLockstep(const kernel::Kernel &kernel) {
  return missing(
      {REGTT_NEED(kernel, boundedChildren), REGTT_NEED(kernel, oneCall)});
}
