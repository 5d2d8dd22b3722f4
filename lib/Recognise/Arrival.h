// What a visit does for a null node, which engines never make.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::recognise {

class Recogniser;

/// Whether `e` is `isnull(%self)`.
bool asksForSelf(const ir::Expr *e, const ir::Variable *self);

/// Of functions that were merged, the one that is run.
struct Which {
  const ir::Variable *param = nullptr; ///< null: there is one
  unsigned number = 0;
};

/// Whether a visit of no node changes nothing: it returns, or it looks at the
/// node, so that there is none. `self` is the node's link. Where the answer is
/// no, `where` is what it does. `returned` becomes the values that it may
/// return.
bool doesNothingOnNull(const kernel::Kernel &kernel, const ir::Variable *self,
                       const Which &which, ir::Location &where,
                       std::vector<const ir::Expr *> &returned);

/// Whether every visit is of a child that is there: its link was asked for, on
/// the way to the call. Where the answer is no, `where` is a call.
bool visitsOnlyNodes(const Recogniser &site, ir::Location &where);

/// The body for a node that is there: `isnull(%self)` is false.
void foldNullTests(ir::Module &module, ir::Function &visit,
                   const ir::Variable *self);

/// Behind visits, conditions on what follows in the place of returns.
void foldEarlyReturns(ir::Module &module, ir::Function &visit);

} // namespace regtt::recognise
