// What around an annotated loop leads to the variables and globals that it
// names, besides their names:
//
//     let %p: ptr i32 = addressof %limit      something may change %limit
//     call lib "around"(refof %rows[0:u64])   elements of %rows, not where it
//     parallel for ...                        keeps them
//
// A loop by itself says the second of what its text does not show, and of which
// variables the value counts when it is over:
//
//     call lib "around"(load %sum)
#pragma once

#include "regtt/IR/Function.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::recognise {

class Around {
public:
  /// `host` is the function that holds `loop`.
  Around(const ir::Function &host, const ir::Statement *loop);

  bool isShared(const ir::Variable *variable) const {
    return whole.count(variable);
  }
  bool sharesElements(const ir::Variable *variable) const {
    return isShared(variable) || ofElements.count(variable);
  }
  bool isShared(const ir::Global *global) const {
    return global->linkage != ir::Linkage::Internal || whole.count(global);
  }

  /// Whether all that is done with the variable is to count loops, which set
  /// it first: each part of an iteration may as well have one of its own.
  bool isScratch(const ir::Variable *variable) const;

private:
  void look(const ir::Statement *s, const ir::Statement *loop);
  void lead(const ir::Place *place);

  const ir::Function &host;
  const ir::Statement *const loop;
  llvm::SmallPtrSet<const void *, 8> whole, ofElements;
};

} // namespace regtt::recognise
