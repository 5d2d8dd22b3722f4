// Pointers that a loop's body moves along the arrays of the program.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Makes numbers of elements of them (WalkedPointers.cpp). `host` holds the
/// loop.
void numberWalkedPointers(ir::Module &module, const ir::Function &host,
                          ir::BlockStatement *&body);

} // namespace regtt::recognise
