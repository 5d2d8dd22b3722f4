// Packed lists (Ren et al. 2013; Jo, Goldfarb and Kulkarni 2013): a block of
// queries comes to a node as one dense list, and those that call a child are
// compressed into that child's. Each query keeps its own order of visits.
#include "regtt/Analysis/LaneForm.h"
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToPacked(const kernel::Kernel &kernel) {
  const std::string needs = missing({REGTT_NEED(kernel, boundedChildren)});
  return needs.empty() ? kernel::laneObstacle(kernel) : needs;
}
