// How far iterations come in arrays of which nothing says how long they are.
#pragma once

#include "ReachNeeds.h"

namespace regtt::recognise {

/// Makes Kernel::reach of a loop without a traversal: its program, as far as
/// that decides which elements of `arrays`, shared ones, iterations look at or
/// change. Elements are noted where they are looked at, or by a call of
/// `rt::reach`. Nothing: it is made; `rounded` is what stands in the way where
/// operations are not exactly the serial program's.
std::optional<ReachObstacle> makeReach(ir::Module &module,
                                       kernel::Kernel &kernel,
                                       const std::set<unsigned> &arrays,
                                       std::optional<ReachObstacle> &rounded);

} // namespace regtt::recognise
