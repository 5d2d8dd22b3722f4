// Irregular nested loops with one child grid for all long inner loops (Wu 2019,
// 3.4).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToConsolidatedGrid(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
