// Variables that loops count.
#pragma once

#include "regtt/Analysis/Region.h"
#include "regtt/IR/Function.h"

#include <optional>

namespace regtt::ir {

/// What an inner loop counts, and the values that its body sees.
struct CountedRange {
  const Variable *variable = nullptr;
  Number values;
};

/// `for (int k = 0; k < 8; ++k)`: 0 to 7, where nothing else changes k; `k <
/// n`: what is below n. `valueOf`: of an expression, as far as it is known.
std::optional<CountedRange>
countedRange(const LoopStatement &s,
             llvm::function_ref<Number(const Expr *)> valueOf);

} // namespace regtt::ir
