// The kernel of a module's annotated loop and what the host file does around
// the loop, or why there is none.
#include "Passes.h"

#include "regtt/Host/Text.h"
#include "regtt/Host/Verifier.h"
#include "regtt/Kernel/Text.h"
#include "regtt/Kernel/Verifier.h"
#include "regtt/Recognise/Recognise.h"

using namespace regtt;

static std::string text(const char *word, const recognise::Refusal &refusal) {
  std::string out = word;
  if (refusal.loc)
    out += " at " + std::to_string(refusal.loc.file) + ":" +
           std::to_string(refusal.loc.line) + ":" +
           std::to_string(refusal.loc.column);
  if (refusal.message != 0)
    out += " [RTT" + std::to_string(refusal.message) + "]";
  return out + ": " + refusal.what + "\n";
}

llvm::Error opt::recognisePass(ir::Module &module, ir::PrintOptions options) {
  // The module stays the caller's.
  const recognise::Site site = recognise::recognise(
      std::shared_ptr<ir::Module>(&module, [](ir::Module *) {}));
  for (const recognise::Refusal &refusal : site.refusals)
    llvm::outs() << text("refused", refusal);
  if (!site.refusals.empty())
    return llvm::Error::success();
  const host::Tables tables{site.kernel, site.loop, site.host};
  host::print(tables, llvm::outs(), options);
  for (const recognise::Refusal &refusal : site.unsaid)
    llvm::outs() << text("# unsaid", refusal);
  if (llvm::Error error = host::verify(tables))
    llvm::outs() << "# host: " << llvm::toString(std::move(error)) << "\n";
  return kernel::verify(site.kernel);
}
