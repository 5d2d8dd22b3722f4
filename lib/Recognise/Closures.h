#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// In the bodies of `from` and of what it calls, structs of pointers and
/// references that locals hold are bound part by part.
void bindClosures(ir::Module &module, ir::Function *from);

/// Gives names to those that are made where they are used.
void nameClosures(ir::Module &module, ir::Function *function);

} // namespace regtt::recognise
