// Loops along a chain: what leads on is the same whenever they are gone
// through.
#include "LoopPairs.h"

#include "regtt/Analysis/ChainStep.h"

using namespace regtt;
using namespace regtt::recognise;

/// Nothing in the loop may write `next` of `q = q->next`.
void LoopPairs::checkChain() {
  const ir::LoadExpr *next = ir::chainStep(recogniser.loop, counter.variable);
  if (!next)
    return;
  ir::Region link = ir::chainElement(counter.variable);
  for (const ir::Step &into : next->place->steps.drop_front())
    link = link.then(ir::RegionStep(std::get<ir::FieldStep>(into).field));
  const ir::Region pointer = ir::Region::of(counter.variable, 0);
  for (const ir::Access &access : accesses.all)
    if (access.isWrite && !(access.region == pointer) &&
        accesses.mayMeet(access.region, link))
      recogniser.refuse({Diag::RTT1102,
                         next->loc ? next->loc : recogniser.loop->loc,
                         {},
                         {{access.inner ? access.inner : access.loc,
                           "what leads on to the next iteration may be "
                           "written here"}}});
}
