// Ropes for lanes (Goldfarb 2013, section 3; Wu 2019, 4.3.2): sixteen queries,
// each at a node of its own with a stack of its own. Lanes that are done take
// the next query.
#include "regtt/Analysis/LaneForm.h"
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToLaneRopes(const kernel::Kernel &kernel) {
  const std::string needs = missing({REGTT_NEED(kernel, boundedChildren)});
  if (!needs.empty())
    return needs;
  // What it shares with lanes at one node is theirs.
  const std::string together = kernel::laneObstacle(kernel);
  return together.empty() ? kernel::laneObstacle(kernel, kernel::Nodes::Apart)
                          : together;
}
