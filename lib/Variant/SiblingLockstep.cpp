// Lockstep in which the lanes of a warp ask the tests of a node's children
// together: a rope on the warp's stack says which of them pass.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToSiblingLockstep(const Traversal &traversal) {
  return missing(
      {REGTT_NEED(traversal, stableTruncation),
       REGTT_NEED(traversal, slotsClosed), REGTT_NEED(traversal, noGuards),
       REGTT_NEED(traversal, noResume), REGTT_NEED(traversal, boundedChildren),
       REGTT_NEED(traversal, oneCall)});
}
