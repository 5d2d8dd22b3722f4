// Irregular nested loops with one child grid for the long inner loops of a warp
// (Wu 2019, 3.4).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToConsolidatedWarp(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
