/// Whether two regions may share memory: by where they start, by the steps from
/// there, and, where that does not tell, by the types that C and C++ let memory
/// be accessed as (strict aliasing; unions and characters aside).
#pragma once

#include "regtt/Analysis/Region.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::ir {

/// Whether a pointer of which it is not known where it leads may lead into the
/// variable or global that the region starts with.
using IsReachable = llvm::function_ref<bool(const Region &)>;

/// Whether an access of `a` may touch memory that an access of `b` touches. An
/// access of a container is one of its own words, not of its elements.
bool mayOverlap(const Region &a, const Region &b, IsReachable isReachable);

/// The container that a region is in an element of; nothing of others. Elements
/// of two containers are apart unless the containers are one.
std::optional<Region> containerOf(const Region &region);

/// Whether `a` in one iteration and `b` in another are apart because each
/// iteration has elements of its own: `rows[i].x` and `rows[i].y`.
bool isOfOneIteration(const Region &a, const Region &b);

} // namespace regtt::ir
