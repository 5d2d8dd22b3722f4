/// The tests that end a visit before it has done anything, where a child's can
/// be asked ahead of its turn.
#pragma once

#include "regtt/Frontend/Model/Model.h"

namespace regtt {

/// How many statements at the beginning of the traversal's body do nothing but
/// ask whether the visit ends, of what no visit changes: they come out the same
/// at any time. 0 where the body begins with something else.
size_t truncationTests(const Traversal &traversal);

} // namespace regtt
