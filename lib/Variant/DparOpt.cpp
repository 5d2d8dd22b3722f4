// Irregular nested loops with an iteration a thread; a block launches one grid
// for its long inner loops, a block each (Li 2015).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToDparOpt(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
