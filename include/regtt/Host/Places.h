/// What the runtime is asked to compare by address when the loop runs.
#pragma once

#include "regtt/Host/Loop.h"

namespace regtt::host {

/// Says in `head` what of the loop's data iterations find by the value of its
/// variable, from which the runtime sees how far its numbers reach.
void findInMemory(const Loop &loop, kernel::SiteLoop::Head &head);

/// Gives both instantiations of a loop the places that either compares, so that
/// one text holds for them. Places that a record leads to stay as they are.
void sharePlaces(Loop &one, Loop &other);

} // namespace regtt::host
