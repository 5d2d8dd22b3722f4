// Irregular nested loops with an iteration a thread, whose long inner loops
// wait for the block's threads to take them together (Li 2015, delayed buffer).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToDelayedShared(const kernel::Kernel &kernel) {
  return obstacleOfPuttingOff(kernel);
}
