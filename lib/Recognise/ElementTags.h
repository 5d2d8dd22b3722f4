// What may say of an element that it has no array where others have one.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::recognise {

/// A condition of the traversal's that looks at what an element holds besides
/// array `array`, a pointer of the element's, and how long that is, as one that
/// asks for its kind does; no location: there is none.
///
///     if eq(load element(2: i32, %i), 1:i32) { ... element(4: f32, ...) ... }
///
/// Where elements of another kind have anything there, gathering would follow
/// it. All conditions count, wherever they stand: most codes have none.
ir::Location tagOfElement(const kernel::Kernel &kernel, unsigned array,
                          llvm::ArrayRef<ir::Function *> functions);

} // namespace regtt::recognise
