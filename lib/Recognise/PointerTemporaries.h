// Pointers that only carry a value from one statement to the next.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// In `from` and all that it calls.
void foldPointerTemporaries(ir::Module &module, const ir::Function *from);

} // namespace regtt::recognise
