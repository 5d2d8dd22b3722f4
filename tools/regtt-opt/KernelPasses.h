/// What regtt-opt runs over a kernel and its tables.
#pragma once

#include "regtt/Host/Text.h"
#include "regtt/Transform/Passes.h"

#include <llvm/Support/Error.h>

namespace regtt::opt {

struct KernelPass {
  llvm::StringRef name, description;
  llvm::Error (*run)(host::Document &document, ir::PrintOptions options);
};

/// Those of KernelPasses.def.
llvm::ArrayRef<KernelPass> allKernelPasses();

/// In a file of its own.
llvm::Error coordinatesPass(host::Document &document, ir::PrintOptions options);
llvm::Error divergencePass(host::Document &document, ir::PrintOptions options);
llvm::Error effectsPass(host::Document &document, ir::PrintOptions options);

/// Reads the kernel, runs what is named, in order, and prints what passes
/// refuse:
///
///     RTT2048 at 1:6:3: near
///       note at 1:9:3: what follows a recursive call goes on here
///
/// The error is about the text, a name, or a fault that a pass left.
llvm::Error runOnKernel(llvm::StringRef text, llvm::ArrayRef<std::string> names,
                        ir::PrintOptions options);

} // namespace regtt::opt
