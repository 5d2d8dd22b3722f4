// Functions that only return a place, in their callers' words.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// In `from` and all that it calls. A function that calls itself is none.
void lookThroughAccessors(ir::Module &module, const ir::Function *from);

/// What a function returns that does nothing else, in its caller's words; null:
/// it does more, or an argument cannot stand where the parameter does.
const ir::Expr *inWords(ir::Module &module, const ir::CallExpr *e);

/// `e`, with what such functions return in place of their calls.
const ir::Expr *withoutAccessors(ir::Module &module, const ir::Expr *e);

/// The element to which a pointer leads that is made of an array's beginning:
/// `xs[k]` of `n->begin() + k`, where that is `xs.data()` of a `std::array`, or
/// an array. Null: it is made of something else.
const ir::Place *elementBehind(ir::Module &module, const ir::Expr *pointer);

} // namespace regtt::recognise
