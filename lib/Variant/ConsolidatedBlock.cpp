// Irregular nested loops with one child grid for the long inner loops of a
// block (Wu 2019, 3.4).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToConsolidatedBlock(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
