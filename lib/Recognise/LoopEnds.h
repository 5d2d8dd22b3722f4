// What may end a loop over elements that lead on to the next, or go on to a 0,
// ahead of their end: what the query says, or an element of itself.
#pragma once

#include "regtt/IR/Function.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <optional>

namespace regtt::recognise {

/// The conditions, without what joins and negates them and without constants,
/// that have a say in where the loop ends; nothing where it ends without one.
std::optional<std::vector<const ir::Expr *>>
conditionsOf(const ir::LoopStatement &loop);

/// Who has a say in the conditions of one function's loops.
class LoopEnds {
public:
  LoopEnds() = default;
  explicit LoopEnds(const ir::Function &function);

  /// What elements are found by, which says nothing of the query.
  llvm::SmallPtrSet<const ir::Variable *, 8> foundBy;
  /// Adds the variables in `value`, or in `place`.
  void noteFoundBy(const ir::Expr *value);
  void noteFoundBy(const ir::Place *place);

  /// All that the local is given.
  std::vector<const ir::Expr *> valuesOf(const ir::Variable *local) const {
    return values.lookup(local);
  }
  /// Whether the iteration has a say in `e`, or it is a number that is
  /// measured.
  bool isOfQuery(const ir::Expr *e);

private:
  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Expr *>> values;
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
  /// The function's own. Where it is the body of a loop, others come from
  /// around.
  llvm::SmallPtrSet<const ir::Variable *, 8> declared;
};

} // namespace regtt::recognise
