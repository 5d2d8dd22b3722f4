// The kernel of a module's annotated loop, or why there is none.
#include "Passes.h"

#include "regtt/Kernel/Text.h"
#include "regtt/Kernel/Verifier.h"
#include "regtt/Recognise/Recognise.h"

using namespace regtt;

llvm::Error opt::recognisePass(ir::Module &module, ir::PrintOptions options) {
  // The module stays the caller's.
  const recognise::Site site = recognise::recognise(
      std::shared_ptr<ir::Module>(&module, [](ir::Module *) {}));
  for (const recognise::Refusal &refusal : site.refusals) {
    llvm::outs() << "refused";
    if (refusal.loc)
      llvm::outs() << " at " << refusal.loc.file << ":" << refusal.loc.line
                   << ":" << refusal.loc.column;
    llvm::outs() << ": " << refusal.what << "\n";
  }
  if (!site.refusals.empty())
    return llvm::Error::success();
  kernel::print(site.kernel, llvm::outs(), options);
  return kernel::verify(site.kernel);
}
