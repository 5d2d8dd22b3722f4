// What a value is in words of the node alone.
#pragma once

#include "regtt/Analysis/NodeConditions.h"

#include "regtt/IR/Equality.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace regtt::ir {

/// What each variable is; null: not known.
using Known = llvm::DenseMap<const Variable *, const Expr *>;

class NodeValues {
public:
  NodeValues(Module &module, const NodeReads &asked)
      : module(module), asked(asked) {}

  /// Notes which variables of `function` something may lead to.
  void enter(const Function &function);

  /// `e` with what its variables are; null where it depends on more than the
  /// node, has effects, divides, or indexes by data.
  const Expr *of(const Expr *e, const Known &known) const;

  /// What a statement, without those in it, makes of a variable.
  void set(const Statement *s, Known &known) const;
  /// Forgets what `s` or a statement in it sets.
  void forget(const Statement *s, Known &known) const;
  /// Where two ways meet, of which `test`, if it is known, tells them apart.
  Known meet(const Known &a, const Known &b, const Expr *test) const;

private:
  const Expr *ofPlace(const Place *place, const Known &known) const;
  const Expr *ofCall(const CallExpr &e, const Known &known) const;

  Module &module;
  const NodeReads &asked;
  llvm::DenseSet<const Variable *> addressed;
};

} // namespace regtt::ir
