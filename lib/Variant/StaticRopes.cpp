// Static ropes (Goldfarb 2013, section 2; Wu 2019, SR): each node's record
// holds where to go when its subtree is skipped or done. No stack, so nothing
// can wait on one: no guard, no argument that changes, and a visited node
// either ends or goes on to all its children in slot order.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToStaticRopes(const kernel::Kernel &kernel) {
  return missing(
      {REGTT_NEED(kernel, fixedOrder), REGTT_NEED(kernel, slotsClosed),
       REGTT_NEED(kernel, constantArgs), REGTT_NEED(kernel, noGuards),
       REGTT_NEED(kernel, noResume), REGTT_NEED(kernel, ownRecords)});
}
