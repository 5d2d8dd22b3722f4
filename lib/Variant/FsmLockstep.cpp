// Lockstep with a critical depth in a register instead of masks on the stack
// (Liu 2016): a lane that is truncated waits for the stack to shrink, so it may
// not call some of a node's children only.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToFsmLockstep(const kernel::Kernel &kernel) {
  return missing({REGTT_NEED(kernel, slotsClosed), REGTT_NEED(kernel, noGuards),
                  REGTT_NEED(kernel, noResume),
                  REGTT_NEED(kernel, boundedChildren),
                  REGTT_NEED(kernel, oneCall)});
}
