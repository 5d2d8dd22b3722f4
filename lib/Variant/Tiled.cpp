// Irregular nested loops with an iteration a thread, the terms of a tile of its
// inner loop ahead of their fold.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToTiled(const kernel::Kernel &kernel) {
  return obstacleOfInner(kernel);
}
