// Locals of a loop's body that say where elements of arrays lie.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Makes a variable of each of their parts (SplitValues.cpp).
void splitValues(ir::Module &module, ir::BlockStatement *&body);

} // namespace regtt::recognise
