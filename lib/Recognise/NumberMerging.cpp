// Numbers of children that are among others.
//
//     f(n.first); f(n.first + side);   slots n.first and n.first + 1
#include "Numbers.h"
#include "SlotMerging.h"

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
  keepSlots(*this, homes);
}
