// One traversal for sixteen queries at a time: what stands beside its operator
// for one query in a slice of the `lanes` target.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

/// The query of lanes, the user's functions, and `LaneTraversal`, unformatted;
/// nothing where no variant of the site needs them.
std::string printLaneOperator(const Site &site, const Unit &unit);

/// What is different of it where lanes are at nodes of their own, in a
/// namespace beside: records of sixteen, functions that are handed them, and a
/// `LaneTraversal` that inherits the rest (ApartPrinter.cpp).
std::string printApartOperator(const Site &site, const Unit &unit);

/// That namespace.
std::string apartNamespace(const Site &site);

/// The variants of the site that do. Where its code for lanes names engines by
/// number, these are the numbers.
std::vector<const Variant *> laneVariants(const Site &site,
                                          const Backend &backend);

} // namespace regtt
