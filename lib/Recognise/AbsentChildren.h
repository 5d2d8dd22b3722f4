// What loops over children do where there is no child.
#pragma once

#include "regtt/IR/Function.h"

namespace regtt::recognise {

/// Whether `body`, of a loop that declares `child` in it, does nothing but go
/// on or end where that is null:
///
///     let %c: link @Node = child(%k)
///     if isnull(%c) { continue }
///     visit @f(%c)
///
/// Calls of a null child are made nowhere.
bool doesNothingWithout(const ir::BlockStatement *body,
                        const ir::Variable *child);

} // namespace regtt::recognise
