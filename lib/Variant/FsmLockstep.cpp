// Lockstep with a critical depth in a register instead of masks on the stack
// (Liu 2016): a lane that is truncated waits for the stack to shrink, so it may
// not call some of a node's children only.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToFsmLockstep(const Traversal &traversal) {
  return missing(
      {REGTT_NEED(traversal, slotsClosed), REGTT_NEED(traversal, noGuards),
       REGTT_NEED(traversal, noResume), REGTT_NEED(traversal, boundedChildren),
       REGTT_NEED(traversal, oneCall)});
}
