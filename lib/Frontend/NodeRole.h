// Which of the traversal's parameters is the node, and where the loop has the
// tree's root.
#pragma once

#include "BodyScan.h"
#include "Builder.h"

namespace regtt {

/// Fills in the traversal's node and the loop's root; false after a diagnostic.
bool inferNode(Builder &builder, const BodyScan &scan);

} // namespace regtt
