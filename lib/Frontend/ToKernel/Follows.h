// When the traversal follows the pointers in its nodes, to data and to
// children, so that linearising follows them then and only then.
#pragma once

#include "Kernels.h"

namespace regtt::tokernel {

/// Fills the conditions of `kernels.parts`, when all else of it is there.
void findFollows(Kernels &kernels);

} // namespace regtt::tokernel
