/// What variables have where something is evaluated.
#pragma once

#include "regtt/IR/Function.h"

namespace regtt::ir {

/// The value that `variable` of `function` was given last, on every way to the
/// statement that evaluates `at`; null where that is not known, or where `at`
/// stands in several. What the value reads itself may have changed since.
const Expr *reachingValue(const Variable *variable, const Expr *at,
                          const Function &function);

} // namespace regtt::ir
