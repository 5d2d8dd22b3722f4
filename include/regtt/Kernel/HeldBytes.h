/// What an iteration holds while its calls run.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

/// Data of its own, containers with all the room that they have, and the
/// variables of the traversal.
struct HeldBytes {
  uint64_t bytes = 0, largest = 0;
  std::string text; ///< of the largest part
};
HeldBytes heldBytes(const Kernel &kernel);

} // namespace regtt::kernel
