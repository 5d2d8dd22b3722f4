// What loops over children do where there is no child.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::recognise {

/// Notes at the kernel's list whether a loop over it does anything but go on or
/// end where there is no child:
///
///     let %c: link @Node = child(%k)
///     if isnull(%c) { continue }             // it goes on
///     visit @f(%c)                           // made of no null child
///
/// Null tests have been found by then.
void noteAbsentChildren(kernel::Kernel &kernel);

} // namespace regtt::recognise
