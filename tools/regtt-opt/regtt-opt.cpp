// Reads a module in the text form of the language, or a kernel with its tables,
// runs passes over it and prints it, as it is or as C++: what passes and
// printers are tested with, alone and on a few lines.
#include "KernelPasses.h"
#include "Passes.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Reader.h"
#include "regtt/IR/Verifier.h"
#include "regtt/Kernel/Text.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace regtt;
using namespace regtt::opt;
namespace cl = llvm::cl;

static int fail(llvm::StringRef where, const llvm::Twine &what) {
  llvm::errs() << "regtt-opt: " << where << ": " << what << "\n";
  return 1;
}

static int run(llvm::StringRef file, llvm::ArrayRef<std::string> names,
               bool verifyEach, bool emitCpp, ir::PrintOptions options) {
  const auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  if (!buffer)
    return fail(file, buffer.getError().message());
  if (kernel::isKernelText((*buffer)->getBuffer())) {
    llvm::Error error = runOnKernel((*buffer)->getBuffer(), names, options);
    return error ? fail(file, "error: " + llvm::toString(std::move(error))) : 0;
  }
  std::vector<const Pass *> passes;
  for (const std::string &name : names) {
    passes.push_back(findPass(name));
    if (!passes.back())
      return fail("error", "there is no pass '" + name + "' (--help)");
  }
  auto module = ir::read((*buffer)->getBuffer());
  if (!module)
    return fail(file, "error: " + llvm::toString(module.takeError()));
  for (const Pass *pass : passes) {
    if (llvm::Error error = pass->run(**module, options))
      return fail(file, pass->name + ": " + llvm::toString(std::move(error)));
    if (!verifyEach)
      continue;
    if (llvm::Error error = ir::verify(**module))
      return fail(file, "after " + pass->name + ": " +
                            llvm::toString(std::move(error)));
  }
  if (emitCpp)
    if (llvm::Error error = cpp::printModule(**module, llvm::outs()))
      return fail(file, "error: " + llvm::toString(std::move(error)));
  return 0;
}

int main(int argc, char **argv) {
  std::string about = "Passes over the language of regtt-cc\n\nPasses:\n";
  for (const Pass &pass : allPasses())
    about += "  " + pass.name.str() + ": " + pass.description.str() + "\n";
  about += "\nOver a kernel and its tables:\n";
  for (const KernelPass &pass : allKernelPasses())
    about += "  " + pass.name.str() + ": " + pass.description.str() + "\n";
  for (const kernel::Pass &pass : kernel::allPasses())
    about += "  " + pass.name.str() + ": " + pass.description.str() + "\n";
  cl::OptionCategory category("Options");
  cl::opt<std::string> file(cl::Positional, cl::desc("[FILE|-]"), cl::init("-"),
                            cl::cat(category));
  cl::list<std::string> names("passes", cl::CommaSeparated, cl::cat(category),
                              cl::value_desc("a,b"),
                              cl::desc("What to run, in order (verify,print)"));
  cl::opt<bool> verifyEach("verify-each", cl::cat(category),
                           cl::desc("Verify after each pass"));
  cl::opt<bool> sources(
      "print-sources", cl::cat(category),
      cl::desc("Print where things stand in the user's files, and spellings"));
  enum Form { Text, Cpp, HostLoop };
  cl::opt<Form> form(
      "emit", cl::cat(category), cl::init(Text), cl::value_desc("form"),
      cl::desc("What to print, where --passes names nothing else"),
      cl::values(clEnumValN(Text, "ir", "the text form (the pass 'print')"),
                 clEnumValN(Cpp, "cpp", "a C++ file that stands alone"),
                 clEnumValN(HostLoop, "host-loop",
                            "of a kernel's loop, what stands in the host file "
                            "(the pass 'host-loop')")));
  cl::opt<bool> operators("print-operators", cl::cat(category),
                          cl::desc("Print the table of operators and stop"));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, about);
  if (operators) {
    printOperators(llvm::outs());
    return 0;
  }
  std::vector<std::string> wanted = names;
  if (names.getNumOccurrences() == 0)
    wanted = form == Text ? std::vector<std::string>{"verify", "print"}
                          : std::vector<std::string>{"verify"};
  if (form == HostLoop)
    wanted.push_back("host-loop");
  return run(file, wanted, verifyEach, form == Cpp, {sources});
}
