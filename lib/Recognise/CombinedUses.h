// What statements do with a variable that a reduction is about.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/IR/Operators.h"

namespace regtt::recognise {

/// Of 0 and 1 both kinds of operators make the same.
bool combineAlike(ir::Combiner a, ir::Combiner b);

/// Whether `e` takes the address of the variable, or of a part of it.
bool takesAddress(const ir::Expr *e, const ir::Variable *variable);

/// Whether what stands around the loop's body names it, as a bound does.
bool isNamedInHead(const ir::Statement *loop, const ir::BlockStatement *body,
                   const ir::Variable *variable);

/// Whether `s` is a call of a traversal that gets the variable's address.
bool handsOn(const ir::Statement *s, const ir::Variable *variable);

/// The first statement in `s` that does anything else with the variable than
/// combine it by `combiner`, or hand its address to a traversal; null: none.
const ir::Statement *usedOtherwise(const ir::Statement *s,
                                   const ir::Variable *variable,
                                   ir::Combiner combiner);

} // namespace regtt::recognise
