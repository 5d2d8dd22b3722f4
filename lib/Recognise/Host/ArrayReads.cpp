// What the loop reads beside its calls of arrays that calls read, at numbers of
// which nothing is known ahead of the loop:
//
//     visit(root, &q[i], distance(x + order[i] * width, center, width));
//
// Of an array whose length a clause or its type says, the runtime compares each
// element with what iterations write, for what traversals read of it.
#include "LoopPairs.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::isa;

/// Whether it is an element, a number, of an array that is compared as a whole.
bool LoopPairs::isInSharedArray(const ir::Access &read) const {
  const ir::Region &region = read.region;
  if (region.steps.empty() || isa<ir::StructType>(region.type))
    return false;
  const ir::RegionStep &last = region.steps.back();
  const auto holder =
      placeOf(module, region.prefix(region.steps.size() - 1), counter);
  if (!holder || holder->element)
    return false;
  const bool isBehind = last.kind == ir::RegionStep::Deref;
  if (!isBehind && last.kind != ir::RegionStep::Element &&
      last.kind != ir::RegionStep::Index)
    return false;
  const HostPlace place = isBehind && holder->place->type->isPointer()
                              ? hostPlaceBehind(module.load(holder->place))
                              : hostPlace(holder->place);
  const bool isWhole = ir::elementOf(holder->place->type) == region.type ||
                       recogniser.isGiven(place);
  return place && isWhole &&
         llvm::any_of(recogniser.sharedArrays, [&](const SharedArray &array) {
           return array.place == place && array.element == region.type;
         });
}
