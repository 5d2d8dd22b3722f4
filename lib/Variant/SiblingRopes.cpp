// Autoropes that ask the tests of a node's children together, before any of
// them is visited: what truncates is never put on the stack, and records of a
// family are loaded side by side. A test that is asked ahead of its turn must
// come out as it would then.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToSiblingRopes(const Traversal &traversal) {
  return missing({REGTT_NEED(traversal, stableTruncation),
                  REGTT_NEED(traversal, noGuards),
                  REGTT_NEED(traversal, noResume),
                  REGTT_NEED(traversal, boundedChildren)});
}
