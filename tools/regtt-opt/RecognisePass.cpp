// The kernel of a module's annotated loop and what the host file does around
// the loop, or why there is none.
#include "Passes.h"

#include "regtt/Host/Text.h"
#include "regtt/Host/Verifier.h"
#include "regtt/Kernel/Text.h"
#include "regtt/Kernel/Verifier.h"
#include "regtt/Recognise/OwnStacks.h"
#include "regtt/Recognise/Recognise.h"

using namespace regtt;

/// `kdtree.cpp:12:3: `
static std::string text(const ir::Module &module, ir::Location loc) {
  if (!loc)
    return "";
  const std::string file = loc.file <= module.files.size()
                               ? module.files[loc.file - 1]
                               : std::to_string(loc.file);
  return file + ":" + std::to_string(loc.line) + ":" +
         std::to_string(loc.column) + ": ";
}

static void print(const ir::Module &module, const char *word,
                  const Message &message) {
  llvm::outs() << word << ": " << text(module, message.loc) << textOf(message)
               << " [" << rowOf(message.id).id << "]\n";
  for (const Message::Note &note : message.notes)
    llvm::outs() << (word[0] == '#' ? "#   note: " : "  note: ")
                 << text(module, note.loc) << note.text << "\n";
}

llvm::Error opt::ownStacksPass(ir::Module &module, ir::PrintOptions) {
  recognise::recoverRecursion(module, nullptr, [&](const Message &message) {
    print(module, "refused", message);
  });
  return llvm::Error::success();
}

llvm::Error opt::recognisePass(ir::Module &module, ir::PrintOptions options) {
  // The module stays the caller's.
  const recognise::Site site = recognise::recognise(
      std::shared_ptr<ir::Module>(&module, [](ir::Module *) {}));
  for (const Message &refusal : site.refusals)
    print(module, "refused", refusal);
  if (!site.refusals.empty())
    return llvm::Error::success();
  const host::Tables tables{site.kernel, site.loop, site.host};
  host::print(tables, llvm::outs(), options);
  for (const Message &refusal : site.unsaid)
    print(module, "# unsaid", refusal);
  if (llvm::Error error = host::verify(tables))
    llvm::outs() << "# host: " << llvm::toString(std::move(error)) << "\n";
  return kernel::verify(site.kernel);
}
