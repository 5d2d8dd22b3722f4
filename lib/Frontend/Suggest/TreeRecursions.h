/// Functions that call themselves, or each other, for what they find in a node.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Analysis/CallGraph.h>

#include <vector>

namespace regtt::suggest {

struct Recursion {
  /// The functions; of templates, instantiations.
  std::vector<const clang::FunctionDecl *> functions;
  /// It may have nothing to do with trees: what its calls are handed is
  /// computed of numbers alone.
  bool isDoubtful = false;
};

/// Those that may be traversals of trees by queries.
std::vector<Recursion> findTreeRecursions(clang::CallGraph &graph,
                                          const clang::ASTContext &context);

} // namespace regtt::suggest
