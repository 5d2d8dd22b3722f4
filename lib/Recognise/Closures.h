#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// In the bodies of `from` and of what it calls, structs of pointers and
/// references that locals hold are bound part by part.
void bindClosures(ir::Module &module, ir::Function *from);

} // namespace regtt::recognise
