// Static ropes in lockstep (Wu 2019, SR-L): the lanes of a warp follow one
// rope, those that truncate wait until it is past their subtree.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToStaticLockstep(const Traversal &traversal) {
  return missing(
      {REGTT_NEED(traversal, fixedOrder), REGTT_NEED(traversal, slotsClosed),
       REGTT_NEED(traversal, constantArgs), REGTT_NEED(traversal, noGuards),
       REGTT_NEED(traversal, noResume), REGTT_NEED(traversal, oneCall)});
}
