// The table of passes.
#include "Passes.h"

#include "regtt/IR/Verifier.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::opt;

static llvm::Error verifyPass(ir::Module &module, ir::PrintOptions) {
  return ir::verify(module);
}

static llvm::Error printPass(ir::Module &module, ir::PrintOptions options) {
  ir::print(module, llvm::outs(), options);
  return llvm::Error::success();
}

llvm::ArrayRef<Pass> regtt::opt::allPasses() {
  static constexpr Pass passes[] = {
#define PASS(NAME, FUNCTION, TEXT) {NAME, TEXT, FUNCTION},
#include "Passes.def"
#undef PASS
  };
  return passes;
}

const Pass *regtt::opt::findPass(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      allPasses(), [&](const Pass &pass) { return pass.name == name; });
  return found == allPasses().end() ? nullptr : found;
}
