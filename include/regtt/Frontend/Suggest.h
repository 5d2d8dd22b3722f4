/// Where pragmas could stand in code that has none: recursions over trees, and
/// the loops that run one for each query.
///
///     bool find(const Node *n, int key);            // traversal
///     for (...) hits += find(root, keys[i]);        // parallel
///
/// What is found is a guess by the shape of the code. Whether it may be
/// transformed, the pipeline says.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <vector>

namespace regtt {

/// A loop, and what its body leads to of recursions over trees, as it is
/// written: what is to be annotated.
struct LoopToAnnotate {
  clang::SourceLocation loop;
  const clang::FunctionDecl *function; ///< that holds the loop
  std::vector<const clang::FunctionDecl *> traversals;
  /// Of no interest unless it may be transformed: these recursions may have
  /// nothing to do with trees.
  bool isDoubtful;
};

/// A loop and those around it, the outermost first: of one of them the
/// iterations are the queries.
using LoopNest = std::vector<LoopToAnnotate>;

/// In the order of the source, by the innermost loops; where one is called from
/// several loops, each is a nest. What builds trees, changes or deletes them is
/// not among the recursions; nor are loops in other files than the main one,
/// nor such as do the same each time.
std::vector<LoopNest> findLoopsToAnnotate(clang::ASTContext &context);

/// Where the pragma of a function goes: before its definition, and before what
/// makes it a template.
clang::SourceLocation beginOf(const clang::FunctionDecl *function);

} // namespace regtt
