// The least and the greatest value that an integer expression of the user's can
// have, where its own text tells. Private to Frontend.
#pragma once

#include "Builder.h"

namespace regtt {

struct Range {
  int64_t low, high;
};

/// A loop's variable with its values.
using LoopRanges =
    llvm::SmallVector<std::pair<const clang::VarDecl *, Range>, 4>;

/// The values of `e` in `function`; `loops`: what is known of variables of
/// loops around it. Of locals that are changed: whatever they are ever set to.
std::optional<Range> rangeOf(const Builder &builder,
                             const clang::FunctionDecl *function,
                             const clang::Expr *e, const LoopRanges &loops);

} // namespace regtt
