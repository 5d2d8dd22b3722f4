/// Which of the traversal's variables live at its resume points.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <set>
#include <vector>

namespace regtt {

/// Variables by their place among the arguments and declarations of the body,
/// so that sets of them have an order that does not change.
class Variables {
public:
  explicit Variables(const Traversal &traversal);

  using Set = std::set<unsigned>;

  /// What evaluating `expr` reads. A variable that is bound to an object of
  /// the node or the query is none: it is not emitted.
  Set usedBy(const clang::Stmt *expr) const;

  const clang::VarDecl *operator[](unsigned number) const {
    return variables[number];
  }
  unsigned size() const { return variables.size(); }
  /// The number of `var`; -1: it is not emitted.
  int numberOf(const clang::VarDecl *var) const;

private:
  void add(const clang::VarDecl *var);
  void collect(const clang::Stmt *expr, Set &set) const;
  void collect(const Access &access, Set &set) const;
  void collect(const ElementRef &element, Set &set) const;

  const Traversal &traversal;
  const Function &function;
  std::vector<const clang::VarDecl *> variables;
  llvm::DenseMap<const clang::VarDecl *, unsigned> numbers;
};

/// The variables that live where each resume point's body begins: those that
/// it, or what runs after a call in it, may read before they are set.
std::vector<Variables::Set> liveAtResumes(const Traversal &traversal,
                                          const Variables &variables);

} // namespace regtt
