// Locals that are what they are declared with.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Pointers in `body` that nothing changes, and whose address nobody has any
/// more, are constants; `body` or a copy of it.
///
///     var %node: ptr @Node = addressof @nodes[load %n]
///  -> let %node: ptr @Node = addressof @nodes[load %n]
ir::BlockStatement *settleLocals(ir::Module &module, ir::BlockStatement *body);

} // namespace regtt::recognise
