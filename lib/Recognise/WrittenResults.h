// Who writes through addresses: those that a body has, and those that it hands
// back.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Whether anything in `body`, or whoever is returned it there, may write
/// through `pointer`, a pointer or a reference.
bool mayWriteThrough(const ir::BlockStatement *body,
                     const ir::Variable *pointer);

/// Whether any of what `all` calls, or `all` itself, writes through the pointer
/// or the reference that `callee` returns.
bool isResultWritten(const ir::Function &all, const ir::Function &callee);

} // namespace regtt::recognise
