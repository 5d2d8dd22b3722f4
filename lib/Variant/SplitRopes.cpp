// Static ropes over records that are split by when they are asked for: the data
// on every visit, which children are there by who goes down, the rope by who
// does not.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToSplitRopes(const kernel::Kernel &kernel) {
  return missing(
      {REGTT_NEED(kernel, fixedOrder), REGTT_NEED(kernel, slotsClosed),
       REGTT_NEED(kernel, constantArgs), REGTT_NEED(kernel, noGuards),
       REGTT_NEED(kernel, noResume), REGTT_NEED(kernel, boundedChildren),
       REGTT_NEED(kernel, ownRecords), REGTT_NEED(kernel, plainRecords),
       REGTT_NEED(kernel, oneCall)});
}
