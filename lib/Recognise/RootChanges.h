// What of an iteration keeps its tree's root from being the same in all.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Refuses what changes `root`, which a call is handed at `at`, by the place
/// where it is changed. False: the iteration does not change it.
bool refuseRootChange(Recogniser &site, const ir::Expr *root, ir::Location at);

} // namespace regtt::recognise
