// Variables that ropes do not carry to a resume point, but that are declared
// there again by what they were initialised with: references and pointers,
// tables of constants, the child of a loop over children.
#pragma once

#include "Liveness.h"

#include "regtt/Analysis/Effects.h"

namespace regtt::kernel {

class Rebinding {
public:
  Rebinding(const Kernel &kernel, const Variables &variables)
      : variables(variables), effects(kernel) {}

  /// What a resume point needs.
  struct Needs {
    Variables::Set carried, rebound, refused; ///< the last can be neither
  };
  Needs needsOf(const Variables::Set &live);

private:
  enum How { Carried, Rebound, Refused };
  How howOf(unsigned number, const Variables::Set &live);
  const ir::Expr *initOf(unsigned number) const;
  bool isKept(const ir::Expr *init, unsigned number);
  bool readsWritten(const ir::Expr *init);
  bool changesAfter(unsigned number, const ir::Variable *used) const;

  const Variables &variables;
  EffectFinder effects;
};

} // namespace regtt::kernel
