// Pointers in structs that are values, as numbers.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// `host`: the function that holds the loop.
void numberPointersInValues(ir::Module &module, const ir::Function &host);

} // namespace regtt::recognise
