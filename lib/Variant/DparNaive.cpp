// Irregular nested loops with an iteration a thread, which launches a grid for
// a long inner loop (Li 2015; Wu 2019, 3.2, basic-dp).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToDparNaive(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
