// Static ropes over records that are split by when they are asked for: the data
// on every visit, which children are there by who goes down, the rope by who
// does not.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToSplitRopes(const Traversal &traversal) {
  return missing(
      {REGTT_NEED(traversal, fixedOrder), REGTT_NEED(traversal, slotsClosed),
       REGTT_NEED(traversal, constantArgs), REGTT_NEED(traversal, noGuards),
       REGTT_NEED(traversal, noResume), REGTT_NEED(traversal, boundedChildren),
       REGTT_NEED(traversal, plainRecords), REGTT_NEED(traversal, oneCall)});
}
