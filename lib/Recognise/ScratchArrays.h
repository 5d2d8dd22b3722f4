// Memory that a function between the loop and the recursion takes for itself.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Arrays that functions which lead to traversals make for themselves, by
/// alloca, malloc or calloc, become vectors of as many elements.
void makeScratchVectors(ir::Module &module, const ir::Function &host);

} // namespace regtt::recognise
