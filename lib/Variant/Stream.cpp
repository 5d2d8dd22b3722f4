// Irregular nested loops, a warp for as many iterations as it has lanes: the
// terms of all their inner loops are computed side by side into shared memory,
// and each lane folds its own iteration's, in order (Greathouse and Daga 2014,
// CSR-Stream, of any loop).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToStream(const kernel::Kernel &kernel) {
  return obstacleOfInner(kernel);
}
