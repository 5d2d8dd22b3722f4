/// The numbers of slot groups: which of them calls go to, and new ones for all
/// that names them.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <llvm/ADT/ArrayRef.h>

#include <vector>

namespace regtt {

/// The groups in the order in which the body first calls them, or sets a local
/// from them; -1: never.
std::vector<int> callOrder(const Traversal &traversal);

/// Gives group g of `traversal` the number rank[g]; -1: it is dropped, and
/// nothing names it any more.
void renumberSlots(Traversal &traversal, llvm::ArrayRef<int> rank);

} // namespace regtt
