// Arrays indexed at run time, which a GPU's registers cannot be. Of a small
// array in a record or in the query every element is looked at (rt::at,
// rt::put); a record that holds a larger one is not loaded but read where it
// lies.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/DenseSet.h>

namespace regtt {

/// What is known of one function's indices.
class ChosenElements {
public:
  explicit ChosenElements(const ir::Function &function);

  /// Whether `index` is a constant, or one once its loop is unrolled.
  bool becomesConstant(const ir::Expr *index) const;

  /// Whether `place` is a number in a small array of a record, and data choose
  /// which.
  bool isChosen(const ir::Place *place) const;

  /// Whether `loop` steps through a small array whose elements data choose: an
  /// index is made of a variable that the loop changes. Once it is unrolled,
  /// where it starts from a constant, the index is one in each iteration.
  bool stepsThroughChosen(const ir::LoopStatement &loop) const;

  /// Whether an array in the data `rows` of the node is indexed at run time
  /// and not small.
  bool indexes(llvm::ArrayRef<unsigned> rows) const;

private:
  const ir::Function &function;
  /// Constants with names, and counters of loops from a constant to another.
  llvm::DenseSet<const ir::Variable *> constants;

  void noteCounter(const ir::LoopStatement &loop);
};

/// Whether data choose elements of arrays in the records of `group`, so that
/// they are read where they lie.
bool isIndexed(const kernel::Kernel &kernel, unsigned group);

} // namespace regtt
