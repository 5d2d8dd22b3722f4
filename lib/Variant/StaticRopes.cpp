// Static ropes (Goldfarb 2013, section 2; Wu 2019, SR): each node's record
// holds where to go when its subtree is skipped or done. No stack, so nothing
// can wait on one: no guard, no argument that changes, and a visited node
// either ends or goes on to all its children in slot order.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToStaticRopes(const Traversal &traversal) {
  const Traits &traits = traversal.traits;
  const std::pair<const char *, const Trait *> needs[] = {
      {"fixedOrder", &traits.fixedOrder},
      {"slotsClosed", &traits.slotsClosed},
      {"constantArgs", &traits.constantArgs},
      {"noGuards", &traits.noGuards},
      {"noResume", &traits.noResume},
  };
  for (const auto &[name, trait] : needs)
    if (!trait->holds)
      return missing(name, *trait);
  return "";
}
