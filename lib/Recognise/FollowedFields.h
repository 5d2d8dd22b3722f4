// The fields that lead from a node to those that are visited.
#pragma once

#include "regtt/IR/Module.h"

#include <set>

namespace regtt::recognise {

/// Of what `nodes`, expressions of `traversal`, are found by.
std::set<const ir::Field *>
followedFields(const ir::Function &traversal,
               llvm::ArrayRef<const ir::Expr *> nodes);

} // namespace regtt::recognise
