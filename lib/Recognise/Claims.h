// Elements that statements set where a test of them holds, which does not come
// to hold again:
//
//     if (level[w] < 0) level[w] = depth;     what is set is not free, or was
//     if (d < best[w]) best[w] = d;           only ever less
#pragma once

#include "ElementChanges.h"

#include <llvm/ADT/SmallVector.h>

namespace regtt::recognise {

/// An element that a statement sets where it is free, or greater or less than
/// what it is set to.
struct Claim {
  const ir::Place *asked = nullptr;  ///< in the condition
  const ir::Place *stored = nullptr; ///< in the block
  std::optional<ir::Combiner> combiner;
  ir::BinaryOp op = ir::BinaryOp::Eq; ///< without a combiner: how, and
  int64_t with = 0;                   ///< with what it is compared

  bool isAlike(const Claim &other) const {
    return combiner == other.combiner && op == other.op && with == other.with;
  }
};

/// What it sets so; nothing where it is no such statement.
std::optional<Claim> claimOf(ir::Module &module, const ir::Expr *condition,
                             const ir::BlockStatement *body);

/// The parts of `a && b && c`, in their order.
llvm::SmallVector<const ir::Expr *, 4> conjuncts(const ir::Expr *condition);

} // namespace regtt::recognise
