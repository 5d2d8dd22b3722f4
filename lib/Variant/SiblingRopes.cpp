// Autoropes that ask the tests of a node's children together, before any of
// them is visited: what truncates is never put on the stack, and records of a
// family are loaded side by side. A test that is asked ahead of its turn must
// come out as it would then.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToSiblingRopes(const kernel::Kernel &kernel) {
  return missing({REGTT_NEED(kernel, stableTruncation),
                  REGTT_NEED(kernel, noGuards), REGTT_NEED(kernel, noResume),
                  REGTT_NEED(kernel, boundedChildren)});
}
