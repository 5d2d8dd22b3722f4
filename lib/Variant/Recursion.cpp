// The recursion itself, as a device function that calls itself (Wu 2019, REC).
// A visit's calls wait in its frame, so there is a bound to their number.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToRecursion(const kernel::Kernel &kernel) {
  return missing({REGTT_NEED(kernel, boundedChildren)});
}
