// Which segments the text of a visit resumes. One that it does not is begun by
// others: ropes ask it.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::ir {

using Segments = llvm::SmallPtrSet<const Function *, 8>;

/// By `enter` and by each other.
Segments segmentsResumed(const Function &enter,
                         llvm::ArrayRef<const Function *> segments);

} // namespace regtt::ir
