// Irregular nested loops with short inner loops in one queue, for threads, and
// long ones in another, for blocks (Li 2015).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToDualQueue(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
