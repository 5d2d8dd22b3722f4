// The variables that count loops, of traversals and of the code around the
// annotated loop's call.
#pragma once

#include "Ranges.h"

namespace regtt {

/// `for (k = first; k < bound; ++k)`, where nothing else changes k; `k <=
/// bound` is inclusive.
struct CountedUp {
  const clang::VarDecl *var;
  const clang::Expr *first; ///< null where it is not known
  const clang::Expr *bound;
  bool inclusive;
};
std::optional<CountedUp> countedUp(const clang::ForStmt *loop);

/// The loops from one constant up to another in `code` that `at` stands in.
LoopRanges loopsAround(const clang::Expr *at, const clang::Stmt *code,
                       const clang::ASTContext &context);

/// Whether all that `function` does with its local `var` is to count loops that
/// set it first, within the loop `outer` or beside it: no value of it outlives
/// one of them.
bool isLoopCounter(const clang::VarDecl *var,
                   const clang::FunctionDecl *function,
                   const clang::Stmt *outer);

} // namespace regtt
