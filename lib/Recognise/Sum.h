// A number as a sum.
#pragma once

#include "regtt/IR/Expr.h"

#include <vector>

namespace regtt::recognise {

/// `a + b - c + 2`
struct Sum {
  struct Term {
    const ir::Expr *e;
    bool isNegated;
  };
  std::vector<Term> terms;
  int64_t constant = 0;
};

} // namespace regtt::recognise
