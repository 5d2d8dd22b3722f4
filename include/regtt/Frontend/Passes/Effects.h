/// What an expression of a traversal depends on and changes.
#pragma once

#include "regtt/Frontend/Model/Model.h"

namespace regtt {

struct Effects {
  bool writesQuery = false;  ///< changes what later visits see
  bool readsWritten = false; ///< reads a query field that visits change
  bool writesLocal = false;  ///< assigns to a local or an argument
};

/// Effects of evaluating `expr` in `function`, helpers included.
Effects effectsOf(const Traversal &traversal, const Function &function,
                  const clang::Stmt *expr);

/// Effects of running `stmt` and everything in it, short of recursive calls.
Effects effectsOf(const Traversal &traversal, const Function &function,
                  const Statement &stmt);

} // namespace regtt
