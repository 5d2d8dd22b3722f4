// Functions that only return a place, in their callers' words.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// In `from` and all that it calls. A function that calls itself is none.
void lookThroughAccessors(ir::Module &module, const ir::Function *from);

} // namespace regtt::recognise
