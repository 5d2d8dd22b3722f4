// Lockstep for lanes (Goldfarb 2013, section 5; Wu 2019, 4.3): sixteen queries
// visit the same node, masked, with one stack for all. Arguments, guards and
// live values are each lane's own, and so is its order of calls.
#include "regtt/Analysis/LaneForm.h"
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToLaneLockstep(const kernel::Kernel &kernel) {
  return kernel::laneObstacle(kernel);
}
