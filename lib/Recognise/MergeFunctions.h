// Functions that recurse through each other, as one.
#pragma once

#include "CallGroup.h"
#include "Recogniser.h"

namespace regtt::recognise {

/// A function that stands for all of `group`; null: there is none, which the
/// site says. The loop's `calls` become calls of it.
ir::Function *mergeFunctions(Recogniser &site, const CallGroup &group,
                             std::vector<const ir::CallStatement *> &calls);

} // namespace regtt::recognise
