/// What integers are, as far as constants say: `mul(add(2:i32, %i), 2:i32)` is
/// 10 where it is known that %i is 3.
#pragma once

#include "regtt/IR/Function.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace regtt::ir {

/// What a variable holds as a whole; nothing where that is not known.
using ValueOfVariable =
    llvm::function_ref<std::optional<llvm::APSInt>(const Variable *)>;

/// The value of `e`, an integer, bool or enum, as a number of its type; nothing
/// where it is not a constant, or where C says nothing of it: signed overflow,
/// division by zero.
std::optional<llvm::APSInt> integerOf(const Expr *e, ValueOfVariable valueOf);

/// The same; variables of `function` are what they start as, if that is a
/// constant and nothing changes them.
std::optional<llvm::APSInt> integerOf(const Expr *e, const Function &function);

} // namespace regtt::ir
