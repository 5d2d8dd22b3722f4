// Inner loops that count by a variable from ahead of them.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Lets them declare what they count by (CountingLoops.cpp).
void declareCounters(ir::Module &module, ir::BlockStatement *body);

} // namespace regtt::recognise
