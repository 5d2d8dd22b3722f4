// What is known of how many elements a container has where a test of its size
// is true or false.
#pragma once

#include "regtt/IR/Function.h"

#include <algorithm>
#include <optional>

namespace regtt::kernel {

/// The most elements at some place; nothing where no way leads there.
using Most = std::optional<int64_t>;

inline Most either(Most a, Most b) {
  return !a ? b : !b ? a : std::max(*a, *b);
}

/// The number that `e` is; nothing of what is none, or does not fit in 32 bits.
std::optional<int64_t> constantOf(const ir::Expr *e);

/// Tests of the size of the container that is datum `row` of the query.
class SizeTests {
public:
  explicit SizeTests(unsigned row) : row(row) {}

  bool isIt(const ir::Place *place) const;
  /// `most`, where `e` is `truth` besides.
  Most tested(const ir::Expr *e, bool truth, Most most) const;

private:
  Most ofBoth(const ir::LogicalExpr &e, bool truth, Most most) const;
  bool isSize(const ir::Expr *e) const;
  Most ofComparison(const ir::BinaryExpr &e, bool truth, Most most) const;

  const unsigned row;
};

} // namespace regtt::kernel
