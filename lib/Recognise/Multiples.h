// Numbers that are a constant times another one, and something besides.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace regtt::recognise {

/// `factor * number + rest`; null: no rest.
struct Multiple {
  int factor = 1;
  const ir::Expr *rest = nullptr;
};
/// The integer that `e` is, made of constants alone; nothing of others, and of
/// null.
std::optional<llvm::APSInt> fixedInteger(const ir::Expr *e);
/// `e` without conversions that lose nothing.
const ir::Expr *withoutCasts(const ir::Expr *e);
/// Nothing of what is no such sum.
std::optional<Multiple>
multipleOf(ir::Module &module, const ir::Expr *e,
           llvm::function_ref<bool(const ir::Expr *)> isNumber);

} // namespace regtt::recognise
