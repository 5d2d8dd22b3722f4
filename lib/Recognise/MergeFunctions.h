// Functions that recurse through each other, as one.
#pragma once

#include "CallGroup.h"
#include "Recogniser.h"

namespace regtt::recognise {

/// A function that stands for all of `group`, which the loop calls by `call`;
/// null: there is none, which the site says. `entry` becomes the loop's call of
/// it.
ir::Function *mergeFunctions(Recogniser &site, const CallGroup &group,
                             const ir::CallStatement &call,
                             const ir::CallStatement *&entry);

} // namespace regtt::recognise
