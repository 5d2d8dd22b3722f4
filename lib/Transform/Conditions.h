// Conditions over visits that stand in statements ahead of the `if`.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

/// Makes such conditions of `enter` one expression again, where that can be a
/// guard:
///
///     var %t: bool = lnot(isnull(%c))
///     if load %t {
///       var %v: @Vec = @minus(refof own(0: @Vec), refof node(1: @Vec))
///       store %t = lt(@norm(refof %v), load own(2: f32))
///     }
///     if load %t { visit @f(%c) }
///  -> if lnot(isnull(%c)) {
///       var %v: @Vec = @minus(refof own(0: @Vec), refof node(1: @Vec))
///       if lt(@norm(refof %v), load own(2: f32)) { visit @f(%c) }
///     }
///
/// Of an `or`, what does not depend on visits comes ahead, if it can be
/// computed anywhere. What is used elsewhere, too, stays as it is.
void foldConditions(Kernel &kernel);

} // namespace regtt::kernel
