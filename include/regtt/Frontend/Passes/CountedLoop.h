/// Loops of the traversal's body by their heads: those whose trip count is a
/// constant, and those that count up to a value.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// `for (T i = first; i < last; ++i)` with constants, or counting down, `i` not
/// changed inside; `i` may be declared before the loop.
struct CountedLoop {
  const clang::VarDecl *var;
  int first;
  int trips;
  bool down = false;

  /// The variable in iteration number `trip`.
  int value(int trip) const { return down ? first - trip : first + trip; }
};

/// `for (T i = first; i < last; ++i)`, `i` not changed inside, or `--i`, `down`
/// to `last`; of `i <= last` `inclusive` tells. Other variables may stand
/// beside it in the head. A bound that is a local which keeps its value is that
/// value.
struct IndexLoop {
  const clang::VarDecl *var;
  const clang::Expr *first, *last;
  clang::QualType compared; ///< what the test converts both to
  bool inclusive;
  bool down = false;
};

std::optional<IndexLoop> indexLoop(const Traversal &traversal,
                                   const Statement &loop);

/// What counts an index loop, or holds each child in a loop over children; null
/// for other loops.
const clang::VarDecl *loopVariable(const Traversal &traversal,
                                   const Statement &loop);

/// A counted loop, or one over the children in a fixed number of slots.
std::optional<CountedLoop> countedLoop(const Traversal &traversal,
                                       const Statement &loop,
                                       clang::ASTContext &ast);

} // namespace regtt
