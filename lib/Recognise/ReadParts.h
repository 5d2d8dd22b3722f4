// Variables whose value may stand for them in closures that refer to them.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/DenseSet.h>

namespace regtt::recognise {

/// Members of closures that lead to a number which is read and nothing else:
///
///     [&](int k) { q->sum += k * nodes[n].mass; }     `n`, not `q->sum`
class ReadParts {
public:
  explicit ReadParts(const ir::Module &module);

  /// The number to which `element`, of a closure that `from` makes, refers by
  /// `field`, if it is the same for good: nothing in `from` changes it, nor
  /// does anything that `from` hands its address; null of others.
  const ir::Variable *readIn(const ir::Expr *element, const ir::Field &field,
                             const ir::Function &from) const;

private:
  bool isRead(const ir::Type *closure, const ir::Field &field) const;

  llvm::DenseSet<const ir::Field *> changed;
};

} // namespace regtt::recognise
