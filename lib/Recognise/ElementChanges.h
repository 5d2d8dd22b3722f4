// What a statement does to an element of an array that iterations share.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/IR/Operators.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace regtt::recognise {

/// One change: what was there is combined with a value, in the value's type.
struct ElementChange {
  std::optional<ir::Combiner> combiner; ///< nothing: the value is set
  const ir::Place *place = nullptr;
  const ir::Expr *value = nullptr;
};

/// Nothing where it is none, or one that the table of operators does not have.
/// `isElement` says whether a place is an element of the array. That value and
/// index look at no element is left to be asked.
std::optional<ElementChange>
elementChangeOf(ir::Module &module, const ir::Statement *s,
                llvm::function_ref<bool(const ir::Place *)> isElement);

} // namespace regtt::recognise
