/// Reads the text form that Printer.h writes.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/Support/Error.h>

namespace regtt::ir {

/// The module that `text` describes. Everything in it has types that agree as
/// TypeRules.h says; whether the module is sound beyond that, the verifier
/// says. The error is one message, `LINE:COLUMN: what is wrong`.
llvm::Expected<std::unique_ptr<Module>> read(llvm::StringRef text);

/// A type by itself, `[3 x @Point]`, whose names are declared in `module`.
llvm::Expected<const Type *> readType(llvm::StringRef text, Module &module);

} // namespace regtt::ir
