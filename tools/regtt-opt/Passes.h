/// The passes over the language that regtt-opt can run.
#pragma once

#include "regtt/IR/Printer.h"

#include <llvm/Support/Error.h>

namespace regtt::opt {

struct Pass {
  llvm::StringRef name, description;
  llvm::Error (*run)(ir::Module &module, ir::PrintOptions options);
};

llvm::ArrayRef<Pass> allPasses();
/// In a file of its own.
llvm::Error boundsPass(ir::Module &module, ir::PrintOptions options);
llvm::Error orderPass(ir::Module &module, ir::PrintOptions options);
llvm::Error conditionsPass(ir::Module &module, ir::PrintOptions options);
/// `regtt/Recognise/OwnStacks.h`
llvm::Error ownStacksPass(ir::Module &module, ir::PrintOptions options);
llvm::Error recognisePass(ir::Module &module, ir::PrintOptions options);
llvm::Error loopsPass(ir::Module &module, ir::PrintOptions options);

/// Null where there is none.
const Pass *findPass(llvm::StringRef name);

/// The table of operators, a law a line.
void printOperators(llvm::raw_ostream &out);

} // namespace regtt::opt
