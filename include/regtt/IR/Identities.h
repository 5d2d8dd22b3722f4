/// What an operator leaves others alone with, and its use, as the language has
/// them.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/IR/Operators.h"

namespace regtt::ir {

/// The value that `combiner` leaves others alone with, `0` of `add`; null: it
/// has none on values of that type.
const Expr *identityOf(Module &module, Combiner combiner, const Type *type);

/// `store place = add(load place, value)`, and so on for each operator; `value`
/// is of the place's type.
Statement *combined(Module &module, Combiner combiner, const Place *place,
                    const Expr *value, Location loc = {});

} // namespace regtt::ir
