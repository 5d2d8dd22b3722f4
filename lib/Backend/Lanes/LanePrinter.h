// One traversal for sixteen queries at a time: what stands beside its operator
// for one query in a slice of the `lanes` target.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

/// The query of lanes, the user's functions, and `LaneTraversal`, unformatted;
/// nothing where no variant of the site needs them.
std::string printLaneOperator(const Site &site, const Unit &unit);

/// The variant of the site that does; null: none.
const Variant *laneVariant(const Site &site, const Backend &backend);

} // namespace regtt
