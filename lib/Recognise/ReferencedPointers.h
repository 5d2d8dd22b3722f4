// Parameters that refer to the pointer that leads to a node.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Traversals that are handed a smart pointer to their node, or a reference to
/// a pointer, are handed the pointer instead; calls among them and those of
/// `loop` are changed.
void passPointersThemselves(ir::Module &module, const ir::Statement *loop);

} // namespace regtt::recognise
