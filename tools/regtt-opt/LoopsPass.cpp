// Loops that count: `@f: %i up from 0:i32 to 3:i32, 3 trips`.
#include "Passes.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::opt;

static void report(const ir::Function &function,
                   const ir::LoopStatement &loop) {
  llvm::outs() << "@" << function.name << ": ";
  const auto head = kernel::indexLoop(function, loop);
  if (!head) {
    llvm::outs() << "does not count\n";
    return;
  }
  llvm::outs() << "%" << head->variable->name
               << (head->isDown ? " down from " : " up from ")
               << ir::toString(head->first)
               << (head->isInclusive ? " through " : " to ")
               << ir::toString(head->last) << " as "
               << ir::toString(head->compared);
  if (const auto counted = kernel::countedLoop(function, loop))
    llvm::outs() << ", " << counted->trips << " trips";
  llvm::outs() << "\n";
}

llvm::Error opt::loopsPass(ir::Module &module, ir::PrintOptions) {
  for (const ir::Function *function : module.functions())
    if (function->body)
      ir::walk(function->body, [&](ir::Statement *s) {
        if (const auto *loop = llvm::dyn_cast<ir::LoopStatement>(s))
          report(*function, *loop);
      });
  return llvm::Error::success();
}
