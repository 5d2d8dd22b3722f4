// The recursion itself with a mask of lanes (Wu 2019, 4.3, REC): what lockstep
// for lanes does, with a native call for each visit.
#include "regtt/Analysis/LaneForm.h"
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToLaneRecursion(const kernel::Kernel &kernel) {
  return kernel::laneObstacle(kernel);
}
