// What each statement of a kernel depends on and changes, a line each: the
// statement as its first line of text has it, and what Effects.h says of it
// with everything in it.
//
//     store own own(1: f32) = ...: writes the query, reads what is written
#include "KernelPasses.h"

#include "regtt/Analysis/Effects.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::opt;

static void print(const ir::Statement *s, kernel::EffectFinder &effects) {
  const kernel::Effects found = effects.of(s);
  const llvm::StringRef parts[] = {found.writesQuery ? "writes the query" : "",
                                   found.readsWritten ? "reads what is written"
                                                      : "",
                                   found.writesLocal ? "writes a local" : ""};
  std::string all;
  for (const llvm::StringRef part : parts)
    if (!part.empty())
      all += (all.empty() ? "" : ", ") + part.str();
  const std::string text = ir::headOf(s);
  llvm::outs() << llvm::StringRef(text).rtrim(" {") << ": "
               << (all.empty() ? "nothing" : all) << "\n";
}

llvm::Error opt::effectsPass(host::Document &document, ir::PrintOptions) {
  const kernel::Kernel &kernel = document.kernel;
  kernel::EffectFinder effects(kernel);
  const ir::Function *whole = kernel.enter;
  if (whole && whole->body)
    for (const ir::Statement *top : whole->body->statements)
      ir::walk(top, [&](const ir::Statement *s) {
        if (!llvm::isa<ir::BlockStatement>(s))
          print(s, effects);
      });
  return llvm::Error::success();
}
