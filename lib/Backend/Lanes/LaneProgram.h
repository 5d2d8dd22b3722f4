// What an iteration of several calls does around and between them, for queries
// that go through the tree by lanes.
#pragma once

#include "../Operator/ValueTypes.h"

#include "regtt/Backend/Backend.h"

namespace regtt {

/// `struct LaneProgram`, which the site's lane traversal is made of, too;
/// unformatted.
std::string printLaneProgram(const Site &site, const ValueTypes &values);

} // namespace regtt
