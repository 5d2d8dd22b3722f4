// Locals that stand for several things, one after the other.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Makes a variable of each (LiveRanges.cpp).
void splitLiveRanges(ir::Module &module, ir::BlockStatement *body);

} // namespace regtt::recognise
