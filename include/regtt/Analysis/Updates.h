/// Statements that combine what a place holds with a value: sums, minima, bits.
#pragma once

#include "regtt/IR/Statement.h"

#include <optional>
#include <vector>

namespace regtt::kernel {

/// `place` becomes what `combiner` makes of it and of values that are made of
/// `operands`, among them conditions for its being combined at all. The result
/// does not depend on the order of such updates. Indices of the place are no
/// operands.
struct Update {
  ir::Combiner combiner;
  const ir::Place *place = nullptr;
  std::vector<const ir::Expr *> operands;
};

/// Updates of which the order does not matter. Nothing where `s` is something
/// else, or its order could tell: sums that are rounded, minima of
/// floating-point numbers.
std::optional<Update> updateOf(const ir::Statement *s);

/// Those, too, that in their order give the same if some of them, one after
/// the other, are made of the operator's identity first:
///
///     if lt(%d, load %least) { store %least = %d }     // of f64
std::optional<Update> combinationOf(const ir::Statement *s);

} // namespace regtt::kernel
