// Functions that take the place of others.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// A function that stands for `from` with parameters of other types: it is
/// called as the user calls that one. Parameters, clauses and the body are the
/// caller's.
ir::Function *createCopy(ir::Module &module, const ir::Function &from,
                         llvm::ArrayRef<const ir::Type *> params);

} // namespace regtt::recognise
