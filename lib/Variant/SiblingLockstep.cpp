// Lockstep in which the lanes of a warp ask the tests of a node's children
// together: a rope on the warp's stack says which of them pass.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToSiblingLockstep(const kernel::Kernel &kernel) {
  return missing(
      {REGTT_NEED(kernel, stableTruncation), REGTT_NEED(kernel, slotsClosed),
       REGTT_NEED(kernel, noGuards), REGTT_NEED(kernel, noResume),
       REGTT_NEED(kernel, boundedChildren), REGTT_NEED(kernel, oneCall)});
}
