// Functions that only return a place, in their callers' words.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// In `from` and all that it calls. A function that calls itself is none.
void lookThroughAccessors(ir::Module &module, const ir::Function *from);

/// What a function returns that does nothing else, in its caller's words; null:
/// it does more, or an argument cannot stand where the parameter does.
const ir::Expr *inWords(ir::Module &module, const ir::CallExpr *e);

} // namespace regtt::recognise
