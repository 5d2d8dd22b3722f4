/// Whether a query's way through the tree is known without its visits.
#pragma once

#include "regtt/Frontend/Model/Model.h"

namespace regtt {

/// Proved where neither which children a visit calls, nor the arguments it
/// hands them, nor which elements of arrays it touches depend on what visits
/// change: visits may then be left out and the others still be the same.
Trait stableCalls(const Traversal &traversal);

} // namespace regtt
