// Irregular nested loops with a warp for an iteration (Li 2015).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToWarpMapped(const kernel::Kernel &kernel) {
  return obstacleOfInner(kernel);
}
