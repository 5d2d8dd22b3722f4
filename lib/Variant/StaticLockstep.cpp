// Static ropes in lockstep (Wu 2019, SR-L): the lanes of a warp follow one
// rope, those that truncate wait until it is past their subtree.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToStaticLockstep(const kernel::Kernel &kernel) {
  return missing({REGTT_NEED(kernel, fixedOrder),
                  REGTT_NEED(kernel, slotsClosed),
                  REGTT_NEED(kernel, constantArgs),
                  REGTT_NEED(kernel, noGuards), REGTT_NEED(kernel, noResume),
                  REGTT_NEED(kernel, ownRecords), REGTT_NEED(kernel, oneCall)});
}
