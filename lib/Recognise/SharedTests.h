// Tests of elements that iterations set meanwhile, all to one value.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Why elements that iterations change may not be looked at.
inline constexpr const char *usedOtherwise =
    "and use it otherwise; let them read from a second array, or, where rounds "
    "go on until nothing changes, write '#pragma regtt fixpoint' before these";

/// What is known of a datum's tests.
struct SharedTests {
  /// Why they depend on which iteration comes first; empty: they do not, where
  /// `assumed` holds.
  std::string obstacle;
  ir::Location loc;
  std::vector<const ir::Expr *> assumed;  ///< of what all iterations share
  const ir::IfStatement *guard = nullptr; ///< under which they are set
};

/// Of datum `row` of the elements of an array, which all iterations that set it
/// set to `value`. `isOfAll` says whether an expression is the same for all.
SharedTests sharedTestsOf(Recogniser &site, unsigned row, const ir::Expr *value,
                          llvm::function_ref<bool(const ir::Expr *)> isOfAll);

} // namespace regtt::recognise
