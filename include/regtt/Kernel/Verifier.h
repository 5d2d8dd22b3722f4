/// Checks that a kernel's functions and tables fit together; run after every
/// pass. Faults are this tool's bugs, never the user's.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/Support/Error.h>

namespace regtt::kernel {

/// What ir::verify says of the functions; and that places are of data that
/// tables have, of that owner; that visits, guards and resume points are the
/// kernel's own; that records hold data of the node, each once; that what
/// tables lead to is there.
llvm::Error verify(const Kernel &kernel);

} // namespace regtt::kernel
