// Loops that count from 0 by ones.
#pragma once

#include "regtt/IR/Function.h"

namespace regtt::recognise {

/// Whether `e` is that number.
bool isNumber(const ir::Expr *e, uint64_t value);
/// Whether `e` is what `counter` holds.
bool isCounter(const ir::Expr *e, const ir::Variable *counter);
/// Whether something may have the variable's address.
bool isLent(const ir::Function &function, const ir::Variable *variable);

/// The variable that the loop begins with as 0 and counts up by one with the
/// last thing that it does, whose address nothing has; null: there is none.
const ir::Variable *counterFromZero(const ir::Function &function,
                                    const ir::LoopStatement &loop);

} // namespace regtt::recognise
