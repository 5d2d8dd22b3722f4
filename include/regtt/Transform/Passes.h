/// The passes over kernels, in the order of Passes.def: between the front end
/// and the choice of variants. None of them knows Clang.
#pragma once

#include "regtt/Kernel/Kernel.h"
#include "regtt/Support/Message.h"

namespace regtt::kernel {

/// What every pass works on.
struct PassContext {
  Kernel &kernel;
  /// Whether linearising computes what depends on the node alone.
  bool hoist = true;
  /// What passes have refused; in the order in which it was found.
  std::vector<Message> messages = {};
  /// Whether sums of floating-point numbers may be made in groups (--fp=fast).
  bool regroupsFloats = false;
};

/// False where a message says what is refused.
#define PASS(NAME, DESCRIPTION) bool run##NAME(PassContext &context);
#include "regtt/Transform/Passes.def"
#undef PASS

/// A pass by its name: `segments`.
struct Pass {
  llvm::StringLiteral name; ///< `Segments`
  llvm::StringLiteral description;
  bool (*run)(PassContext &context);
};
llvm::ArrayRef<Pass> allPasses();

/// Runs all passes, and the verifier of the language after each. False after a
/// message.
bool runPasses(PassContext &context);

} // namespace regtt::kernel
