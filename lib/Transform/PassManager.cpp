// Runs the passes of Passes.def in order.
#include "regtt/Transform/Passes.h"

#include "regtt/Kernel/Verifier.h"

using namespace regtt::kernel;

llvm::ArrayRef<Pass> regtt::kernel::allPasses() {
  static constexpr Pass passes[] = {
#define PASS(NAME, DESCRIPTION) {#NAME, DESCRIPTION, run##NAME},
#include "regtt/Transform/Passes.def"
#undef PASS
      {"", "", nullptr}};
  return llvm::ArrayRef(passes).drop_back();
}

bool regtt::kernel::runPasses(PassContext &context) {
  for (const Pass &pass : allPasses()) {
    if (!pass.run(context))
      return false;
    if (llvm::Error fault = verify(context.kernel)) {
      context.messages.push_back({Diag::RTT2099,
                                  context.kernel.loc,
                                  {"after " + pass.name.str() + ": " +
                                   llvm::toString(std::move(fault))}});
      return false;
    }
  }
  return true;
}
