/// Checks what code that reads a module relies on.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/Support/Error.h>

namespace regtt::ir {

/// All that is wrong, a line each: where, by function and statement, and what.
///
/// Types agree (TypeRules.h); structs hold their fields, side by side unless
/// they are unions; variables are declared once and seen where they are used;
/// what never changes is not stored to; every statement has its parts and
/// stands in one place; jumps lead to what is around them; what is named is the
/// module's.
llvm::Error verify(const Module &module);

} // namespace regtt::ir
