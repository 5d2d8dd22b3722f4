// What queries at one node have alike: a line for each variable of the visit
// and of the user's functions, for each condition, and for what lanes have no
// form for.
//
//     visit: %d: own
//     visit: if lt(load %d, load node(1: f32)): own
#include "KernelPasses.h"

#include "regtt/Analysis/LaneForm.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::opt;
using kernel::Level;

static llvm::StringRef textOf(Level level) {
  return level == Level::Own ? "own" : level == Level::Node ? "node" : "same";
}

static void print(const kernel::Divergence &levels, const ir::Function &f) {
  ir::walk(f.body, [&](const ir::Statement *s) {
    if (const ir::Variable *variable = ir::declaredBy(s))
      llvm::outs() << f.name << ": %" << variable->name << ": "
                   << textOf(levels.of(variable)) << "\n";
    const auto *choice = llvm::dyn_cast<ir::IfStatement>(s);
    const bool isLoop = llvm::isa<ir::LoopStatement>(s);
    if (!choice && !isLoop)
      return;
    const std::string head = ir::headOf(s);
    llvm::outs() << f.name << ": " << llvm::StringRef(head).rtrim(" {") << ": "
                 << textOf(choice ? levels.of(choice->condition)
                                  : levels.leaving(s))
                 << "\n";
  });
  if (!f.type->result->isVoid())
    llvm::outs() << f.name << " returns: " << textOf(levels.resultOf(&f))
                 << "\n";
}

llvm::Error opt::divergencePass(host::Document &document, ir::PrintOptions) {
  const kernel::Kernel &kernel = document.kernel;
  const kernel::Divergence levels(kernel);
  for (const kernel::Helper &helper : kernel.helpers)
    if (helper.function && helper.function->body)
      print(levels, *helper.function);
  print(levels, *kernel.enter);
  const std::string obstacle = kernel::laneObstacle(kernel);
  llvm::outs() << (obstacle.empty() ? "lanes: yes" : obstacle) << "\n";
  return llvm::Error::success();
}
