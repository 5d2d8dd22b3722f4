// Passes over kernels' text, and what they refuse.
#include "KernelPasses.h"

#include "regtt/Host/Block.h"
#include "regtt/Host/Verifier.h"
#include "regtt/Kernel/Text.h"
#include "regtt/Kernel/Verifier.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::opt;

static llvm::Error printPass(host::Document &document,
                             ir::PrintOptions options) {
  if (document.hasLoop)
    host::print(document.tables(), llvm::outs(), options);
  else
    kernel::print(document.kernel, llvm::outs(), options);
  return llvm::Error::success();
}

static llvm::Error verifyPass(host::Document &document, ir::PrintOptions) {
  if (llvm::Error error = kernel::verify(document.kernel))
    return error;
  return document.hasLoop ? host::verify(document.tables())
                          : llvm::Error::success();
}

/// As it stands in the host file, but for the user's own loop.
static llvm::Error hostLoopPass(host::Document &document, ir::PrintOptions) {
  if (!document.hasLoop)
    return llvm::createStringError("the text has no loop");
  if (llvm::Error error = host::verify(document.tables()))
    return error;
  const host::Block block = host::printBlock(document.tables());
  llvm::outs() << block.specialization << block.open << "\n"
               << document.loop.head << "\n  ...\n"
               << block.close << "\n";
  return llvm::Error::success();
}

llvm::ArrayRef<KernelPass> regtt::opt::allKernelPasses() {
  static constexpr KernelPass passes[] = {
#define KERNEL_PASS(NAME, FUNCTION, TEXT) {NAME, TEXT, FUNCTION},
#include "KernelPasses.def"
#undef KERNEL_PASS
  };
  return passes;
}

static void print(const Message &message) {
  const auto place = [](ir::Location loc) {
    if (loc)
      llvm::outs() << " at " << loc.file << ":" << loc.line << ":"
                   << loc.column;
    llvm::outs() << ":";
  };
  llvm::outs() << rowOf(message.id).id;
  place(message.loc);
  for (size_t k = 0; k < message.arguments.size(); ++k)
    llvm::outs() << (k ? ", " : " ") << message.arguments[k];
  llvm::outs() << "\n";
  for (const Message::Note &note : message.notes) {
    llvm::outs() << "  note";
    place(note.loc);
    llvm::outs() << " " << note.text << "\n";
  }
}

static llvm::Error runPass(host::Document &document, llvm::StringRef name,
                           ir::PrintOptions options) {
  for (const KernelPass &pass : allKernelPasses())
    if (pass.name == name)
      return pass.run(document, options);
  for (const kernel::Pass &pass : kernel::allPasses()) {
    if (pass.name != name)
      continue;
    kernel::PassContext context{document.kernel};
    const bool isDone = pass.run(context);
    for (const Message &message : context.messages)
      print(message);
    if (!isDone && context.messages.empty())
      return llvm::createStringError("it says nothing of why it fails");
    return kernel::verify(document.kernel);
  }
  return llvm::createStringError("there is no such pass (--help)");
}

llvm::Error regtt::opt::runOnKernel(llvm::StringRef text,
                                    llvm::ArrayRef<std::string> names,
                                    ir::PrintOptions options) {
  auto documents = host::read(text);
  if (!documents)
    return documents.takeError();
  for (host::Document &document : *documents)
    for (const std::string &name : names)
      if (llvm::Error error = runPass(document, name, options))
        return llvm::createStringError(name + ": " +
                                       llvm::toString(std::move(error)));
  return llvm::Error::success();
}
