// Irregular nested loops with an iteration a thread, whose long inner loops
// wait for a second kernel (Li 2015, delayed buffer).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToDelayedGlobal(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
