/// Loops of the traversal's body whose trip count is a constant.
#pragma once

#include "regtt/Model/Model.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// `for (T i = first; i < last; ++i)` with constants, `i` not changed inside;
/// `i` may be declared before the loop.
struct CountedLoop {
  const clang::VarDecl *var;
  int first;
  int trips;
};

std::optional<CountedLoop> countedLoop(const Traversal &traversal,
                                       const Statement &loop,
                                       clang::ASTContext &ast);

} // namespace regtt
