// Numbers of children that are among others.
//
//     f(n.first); f(n.first + side);   slots n.first and n.first + 1
#include "Numbers.h"
#include "Recogniser.h"

#include "regtt/IR/Mapper.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// Which of the numbers of `several` the one of `single` is.
std::optional<int64_t>
Recogniser::placeAmong(const kernel::SlotGroup &several,
                       const kernel::SlotGroup &single) const {
  const Sum first = sumOf(valueOf(several.value));
  if (single.form == kernel::SlotGroup::Computed)
    return distance(first, sumOf(valueOf(single.value)));
  // A number in the node is a sum of itself.
  const auto *load = first.terms.size() == 1 && !first.terms[0].isNegated
                         ? dyn_cast<ir::LoadExpr>(first.terms[0].e)
                         : nullptr;
  const auto *root = load && load->place->steps.empty()
                         ? std::get_if<ir::DataRoot>(&load->place->root)
                         : nullptr;
  if (!root || root->kind != ir::DataRoot::Node ||
      kernel.data[root->number].number != single.array ||
      kernel.data[root->number].steps != single.steps)
    return std::nullopt;
  return -first.constant;
}

/// A number that is one among several is in their slot alone: a child in two
/// slots would be a tree in two copies.
void Recogniser::mergeNumbers() {
  const auto &groups = kernel.slots;
  std::vector<SlotHome> homes(groups.size());
  for (unsigned k = 0; k < groups.size(); ++k) {
    if (groups[k].isList() || groups[k].count != 1)
      continue;
    for (unsigned other = 0; other < groups.size(); ++other)
      if (groups[other].form == kernel::SlotGroup::Computed &&
          groups[other].count > 1)
        if (const auto at = placeAmong(groups[other], groups[k]);
            at && *at >= 0 && *at < groups[other].count)
          homes[k] = {other, *at};
  }
  keepSlots(homes);
}

void Recogniser::keepSlots(llvm::ArrayRef<SlotHome> homes) {
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
      return child(numbers[k], number, e->loc);
    if (before[home.group].count > 1) {
      const ir::Expr *first = module.integer(
          number ? number->type : module.intType(ir::IntType::I32), home.behind,
          e->loc);
      number = !number || home.behind == 0
                   ? number ? number : first
                   : module.binary(ir::BinaryOp::Add, number, first, e->loc);
    }
    return child(numbers[home.group], number, e->loc);
  };
  for (ir::Function *function : functions())
    function->body = copy.block(function->body);
}
