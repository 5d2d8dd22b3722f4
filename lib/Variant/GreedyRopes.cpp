// Autoropes whose lanes fetch their next query one by one (Wu 2019, GDR).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToGreedyRopes(const kernel::Kernel &kernel) {
  return missing({REGTT_NEED(kernel, oneCall)});
}
