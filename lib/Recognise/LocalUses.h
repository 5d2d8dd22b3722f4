// How often a body looks at each of its locals and changes it.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::recognise {

struct LocalUse {
  unsigned loads = 0;       ///< places in expressions that begin with it
  unsigned changes = 0;     ///< places in statements that do
  bool isWhole = true;      ///< loads are of it as a whole
  bool isAddressed = false; ///< its address is taken, or that of a part
};

using LocalUses = llvm::DenseMap<const ir::Variable *, LocalUse>;
LocalUses usesOf(const ir::BlockStatement *body);

/// The variable that `e` is the value of.
const ir::Variable *heldIn(const ir::Expr *e);

/// Whether `s` itself, not what stands in it, names one of them.
bool namesAny(const ir::Statement *s,
              const llvm::SmallPtrSetImpl<const ir::Variable *> &variables);

/// Whether anything in `s` names `variable`.
bool namesVariable(const ir::Statement *s, const ir::Variable *variable);

/// What the lowering calls temporaries of its own, and passes theirs.
inline constexpr const char *temporaryName = "t";

/// Whether the user's text has no name for it: a temporary of the lowering's.
/// Only shape may hang on that, as what is proved of one holds for any local.
bool isTemporary(const ir::Variable *variable);
/// The same of a place that such a variable leads to.
bool namesTemporary(const ir::Place *place);

/// Whether `s` only gives a part of the variable a name, as `auto [u, v]` does,
/// and nothing in `body` changes that part, or hands it on, by that name.
bool onlyNamesPart(const ir::Statement *s, const ir::Variable *whole,
                   const ir::Statement *body);

} // namespace regtt::recognise
