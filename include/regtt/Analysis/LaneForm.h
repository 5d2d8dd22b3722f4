/// Whether a traversal has a form for sixteen queries at a time, and what
/// stands against it. Conditions that are each query's own become masks there
/// (Wu 2019, section 4.5). They come to a node together, or are at nodes of
/// their own, whose records are sixteen then.
#pragma once

#include "regtt/Analysis/Divergence.h"

#include <string>

namespace regtt::kernel {

/// What lanes have no form for, or an empty text.
std::string laneObstacle(const Kernel &kernel, Nodes nodes = Nodes::Together);

/// Whether a function of the user's needs to be told which lanes run: it
/// changes the query, or what it does differs from lane to lane.
bool needsMask(const Kernel &kernel, const Divergence &levels,
               const ir::Function &function);

/// Whether, at each position, all queries at a node that call anything call the
/// same child.
bool callsOneChild(const Kernel &kernel, const Divergence &levels);

} // namespace regtt::kernel
