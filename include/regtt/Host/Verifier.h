/// Checks that a loop and its kernel fit together. Faults are this tool's bugs,
/// never the user's.
#pragma once

#include "regtt/Host/Loop.h"

#include <llvm/Support/Error.h>

namespace regtt::host {

/// That rows are as many as the kernel and its header say; that inputs are
/// there; that there is a root, or a query program.
llvm::Error verify(const Tables &tables);

} // namespace regtt::host
