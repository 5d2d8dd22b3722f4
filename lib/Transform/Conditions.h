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
///  -> var %v: @Vec = @minus(refof own(0: @Vec), refof node(1: @Vec))
///     if andalso(lnot(isnull(%c)), lt(@norm(refof %v), load own(2: f32))) {
///       visit @f(%c)
///     }
///
/// What does not depend on visits is computed ahead of it in any case, as are
/// the operands of guards. What is used elsewhere, too, stays as it is.
void foldConditions(Kernel &kernel);

} // namespace regtt::kernel
