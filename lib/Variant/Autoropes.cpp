// Autoropes (Goldfarb 2013, section 3): ropes on an explicit stack, pushed in
// reverse order of the calls. Arguments and guards travel with the rope, so all
// it needs is that nothing but guarded calls follows a call.
#include "regtt/Variant/Variant.h"

using namespace regtt;

std::string regtt::obstacleToAutoropes(const Traversal &traversal) {
  return missing("noResume", traversal.traits.noResume);
}
