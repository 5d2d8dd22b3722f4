// What finds out how far iterations come in arrays of which nothing says how
// long they are.
#pragma once

#include "regtt/Backend/Backend.h"

#include <string>

namespace regtt {

/// Arrays that all iterations share, where they lie; behind elements' records.
std::string printReachedArrays(const Site &site, const Unit &unit);

/// The part of an iteration, `query`, that tells; in the Traversal.
std::string printReach(const Site &site, const Unit &unit,
                       const std::string &query);

} // namespace regtt
