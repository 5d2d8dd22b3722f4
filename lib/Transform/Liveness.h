// Which variables of a body live where its segments begin.
#pragma once

#include "Drafts.h"

#include <llvm/ADT/BitVector.h>

namespace regtt::kernel {

/// The variables of a function by their place among its parameters and
/// declarations, so that sets of them have an order that does not change.
class Variables {
public:
  explicit Variables(const ir::Function &function);

  using Set = llvm::BitVector;

  Set none() const { return Set(variables.size()); }
  /// What evaluating `e` names.
  Set usedBy(const ir::Expr *e) const;
  void addUses(const ir::Expr *e, Set &set) const;
  void addUses(const ir::Place *place, Set &set) const;
  /// What `s` itself evaluates, and places that it changes a part of.
  void addUses(const ir::Statement *s, Set &set) const;
  /// What `s` itself names, where it stores to, too.
  void addNames(const ir::Statement *s, Set &set) const;

  const ir::Variable *operator[](unsigned number) const {
    return variables[number];
  }
  unsigned size() const { return variables.size(); }
  /// The number of `variable`; -1: it is another function's.
  int numberOf(const ir::Variable *variable) const;
  /// The statement that declares it, and the block of that one; null of
  /// parameters.
  const ir::Statement *declarationOf(unsigned number) const {
    return declarations[number];
  }
  const ir::Statement *scopeOf(unsigned number) const { return scopes[number]; }

private:
  void add(const ir::Variable *variable, const ir::Statement *declaration,
           const ir::Statement *scope);
  void addIn(const ir::Statement *s, const ir::Statement *scope);

  std::vector<const ir::Variable *> variables;
  std::vector<const ir::Statement *> declarations, scopes;
  llvm::DenseMap<const ir::Variable *, unsigned> numbers;
};

/// The variables that live where each resume point's body begins: those that
/// it, or what runs after a visit in it, may read before they are set.
std::vector<Variables::Set> liveAtResumes(const Drafts &drafts,
                                          const Variables &variables);

} // namespace regtt::kernel
