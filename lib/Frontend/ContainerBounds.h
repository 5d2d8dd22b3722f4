// How many elements a container may have, as far as the traversal's own tests
// of its size say.
#pragma once

#include "regtt/Frontend/Model/Model.h"

namespace regtt {

/// The most elements that the container at `path` has, if a query that arrives
/// with few enough never has more; nothing where that is not proved.
std::optional<unsigned> inferBound(const Traversal &traversal, unsigned path);

} // namespace regtt
