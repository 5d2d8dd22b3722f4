// A first child and those that follow it, one after the other.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace regtt::recognise {

/// A loop over siblings, as the user wrote it:
///
///     for { var %c: ptr @Node = load %n->first } while ne(load %c, null) step
///     {
///       store %c = load %c->next
///     } { ... }
struct SiblingWalk {
  const ir::LoopStatement *loop = nullptr;
  const ir::Variable *variable = nullptr;
  const ir::Place *first = nullptr;   ///< holds the pointer to the first one
  uint64_t next = 0;                  ///< where each has the next one
  std::vector<const ir::Expr *> rest; ///< what else has to hold
  /// What the loop over children does without: the first store or the
  /// declaration, the steps.
  llvm::SmallPtrSet<const ir::Statement *, 4> dropped;
  unsigned group = 0;
};

/// All such loops in `function`, one a variable. Whether `first` is a child is
/// not asked here.
std::vector<SiblingWalk> siblingWalks(const ir::Function &function);

} // namespace regtt::recognise
