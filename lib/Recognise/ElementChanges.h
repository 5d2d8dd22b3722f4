// What a statement does to an element of an array that iterations share.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/IR/Operators.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace regtt::recognise {

/// A comparison of an element: `element op with`, in the type of `with`.
struct ElementTest {
  ir::BinaryOp op;
  const ir::Place *place;
  const ir::Expr *with;
  ir::Location loc;
};

/// Nothing where `e` is none, by integers or bools.
std::optional<ElementTest>
elementTestOf(ir::Module &module, const ir::Expr *e,
              llvm::function_ref<bool(const ir::Place *)> isElement);

/// The value of a constant; nothing of what is no int64_t, or its least one.
std::optional<int64_t> fixedNumber(const ir::Expr *e);

/// One change: what was there is combined with a value, in the value's type.
struct ElementChange {
  std::optional<ir::Combiner> combiner; ///< nothing: the value is set
  const ir::Place *place = nullptr;
  const ir::Expr *value = nullptr;
  /// The statement is an `if` around the change: of what was there.
  std::optional<ElementTest> where;
};

/// Nothing where it is none, or one that the table of operators does not have.
/// `isElement` says whether a place is an element of the array. That value and
/// index look at no element, and may be evaluated where a test fails, is left
/// to be asked.
std::optional<ElementChange>
elementChangeOf(ir::Module &module, const ir::Statement *s,
                llvm::function_ref<bool(const ir::Place *)> isElement);

} // namespace regtt::recognise
