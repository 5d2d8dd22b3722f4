// Irregular nested loops, a block of threads for many iterations: the terms of
// all their inner loops are computed side by side into shared memory, and each
// iteration's thread folds its own, in order (Greathouse and Daga 2014,
// CSR-Stream, of any loop).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToStream(const kernel::Kernel &kernel) {
  return obstacleOfInner(kernel);
}
