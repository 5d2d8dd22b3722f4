// Pointers in structs that functions between the loop and the recursion make.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Pointers in structs that functions make for themselves and hand on by their
/// address become pointers of their own, where each leads to one thing for as
/// long as its struct is there. `host` is the loop's own function.
void splitPointerFields(ir::Module &module, const ir::Function &host);

} // namespace regtt::recognise
