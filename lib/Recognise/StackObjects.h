// Stacks that are objects, or that functions push to and take from.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// The body of `function` with the bodies of what its local arrays, and structs
/// with arrays, are handed to, and with variables for such structs' fields.
/// Null: there is nothing of that kind.
ir::BlockStatement *withoutStackObjects(ir::Module &module,
                                        const ir::Function &function);

} // namespace regtt::recognise
