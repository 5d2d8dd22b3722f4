// What an iteration of an inner loop needs of the iterations before it.
#pragma once

#include "InnerLoop.h"

#include <llvm/ADT/DenseSet.h>

namespace regtt::kernel {

/// An iteration of an inner loop in two halves. *Late* is what depends on what
/// earlier iterations hand on: variables from outside that the loop changes,
/// data of the iteration's own and elements that it stores to. What is not late
/// can be computed of all iterations at once.
class LateValues {
public:
  LateValues(const Kernel &kernel, const InnerLoop &inner);

  /// What keeps the loop from being taken apart; `what` is empty where nothing
  /// does.
  InnerObstacle obstacle() const { return fault; }

  bool isLate(const ir::Expr *e) const;
  bool isLate(const ir::Place *place) const; ///< or finding it is
  /// Whether a statement as a whole belongs to what is handed on: it asks
  /// something late, or is a loop or a switch in which something is.
  bool isWhole(const ir::Statement *s) const;
  /// Whether something that is handed on is changed in it.
  bool changesLate(const ir::Statement *s) const;
  /// Whether it ends an iteration of the inner loop early.
  bool continues(const ir::Statement *s) const;

  /// Declared in the inner loop's body, that is: in each iteration anew.
  bool isInner(const ir::Variable *variable) const {
    return inside.contains(variable);
  }
  bool isCounter(const ir::Variable *variable) const {
    return variable == inner.counter;
  }
  /// Of an inner variable: whether it has one value from its declaration on.
  bool isSetOnce(const ir::Variable *variable) const {
    return !stored.contains(variable);
  }
  /// Whether the loop stores to that datum of the iteration's own.
  bool storesOwn(unsigned datum) const { return ownStored.contains(datum); }

private:
  void refuse(const char *what, ir::Location loc);
  void collect(const ir::Statement *s, bool inLoop);
  void noteTarget(const ir::Place *place);
  bool mark(llvm::ArrayRef<ir::Statement *> list, bool &changed);
  bool markAll(const ir::Statement *s);
  bool isLateRoot(const ir::Place *place) const;
  bool isLateCall(const ir::CallExpr &call) const;
  bool setLate(const ir::Variable *variable) {
    return inside.contains(variable) && late.insert(variable).second;
  }

  const Kernel &kernel;
  const InnerLoop &inner;
  InnerObstacle fault;
  llvm::DenseSet<const ir::Variable *> inside, stored, late;
  llvm::DenseSet<unsigned> ownStored, arraysStored;
};

} // namespace regtt::kernel
