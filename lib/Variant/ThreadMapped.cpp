// Irregular nested loops with an iteration a thread (Li 2015; Wu 2019, 3.2,
// no-dp).
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToThreadMapped(const kernel::Kernel &) { return ""; }
