// Irregular nested loops with a block for an iteration (Li 2015).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToBlockMapped(const kernel::Kernel &kernel) {
  return obstacleOfInner(kernel);
}
