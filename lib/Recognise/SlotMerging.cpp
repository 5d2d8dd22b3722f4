// Groups of slots of which each child is in one.
//
//     rt::child(left), rt::child(several, 1)   left is the first of several
//  -> rt::child(several, 0), rt::child(several, 1)
#include "SlotMerging.h"

#include "regtt/IR/Mapper.h"

#include <utility>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

void recognise::keepSlots(Recogniser &site, llvm::ArrayRef<SlotHome> homes) {
  kernel::Kernel &kernel = site.kernel;
  ir::Module &module = site.module;
  auto &groups = kernel.slots;
  std::vector<unsigned> numbers(groups.size());
  std::vector<kernel::SlotGroup> kept;
  kernel.numSlots = 0;
  for (unsigned k = 0; k < groups.size(); ++k) {
    numbers[k] = kept.size();
    if (homes[k].behind >= 0)
      continue;
    kept.push_back(groups[k]);
    kept.back().first = kernel.numSlots;
    kernel.numSlots += kept.back().count;
  }
  if (kept.size() == groups.size())
    return;
  const std::vector<kernel::SlotGroup> before = std::exchange(groups, kept);
  ir::Mapper copy(module);
  copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    const auto *called = dyn_cast<ir::LibraryCallExpr>(e);
    if (!called || called->name != "rt::child")
      return nullptr;
    const auto &arguments = called->arguments;
    const unsigned k = llvm::cast<ir::IntExpr>(arguments[0])->low;
    const ir::Expr *number =
        arguments.size() > 1 ? copy.expr(arguments[1]) : nullptr;
    const SlotHome &home = homes[k];
    if (home.behind < 0)
      return site.child(numbers[k], number, e->loc);
    if (before[home.group].count > 1) {
      const ir::Expr *first = module.integer(
          number ? number->type : module.intType(ir::IntType::I32), home.behind,
          e->loc);
      number = !number || home.behind == 0
                   ? number ? number : first
                   : module.binary(ir::BinaryOp::Add, number, first, e->loc);
    }
    return site.child(numbers[home.group], number, e->loc);
  };
  for (ir::Function *function : site.functions())
    function->body = copy.block(function->body);
}
