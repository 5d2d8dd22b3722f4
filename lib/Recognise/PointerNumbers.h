// Pointers in structs that are values, as numbers.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// `host`: the function that holds the loop.
void numberPointersInValues(ir::Module &module, const ir::Function &host);

/// The struct that `type` is, leads to, or is an array or a container of; null:
/// there is none.
const ir::StructType *structIn(const ir::Type *type);

} // namespace regtt::recognise
