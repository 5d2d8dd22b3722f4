// Calls that answer where elements of arrays lie.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Puts what they answer in their place (ValueCalls.cpp).
void evaluateValueCalls(ir::Module &module, ir::BlockStatement *&body);

} // namespace regtt::recognise
