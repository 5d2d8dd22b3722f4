/// A loop around an annotated one that goes on until one of its rounds has
/// changed nothing:
///
///     #pragma regtt fixpoint
///     while (changed) {
///       changed = false;
///     #pragma regtt parallel
///       for (int v = 0; v < n; ++v) ... changed = true; ...
///     }
#pragma once

#include "regtt/Frontend/Directives.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <optional>

namespace regtt {

struct Rounds {
  const Directive *directive = nullptr;
  const clang::Stmt *loop = nullptr; ///< a ForStmt, a WhileStmt or a DoStmt
  /// The flag that says whether there is another round, as the loop asks for
  /// it, and its value where there is one. Rounds set it to the other value
  /// ahead of the annotated loop.
  const clang::DeclRefExpr *flag = nullptr;
  bool goesOn = true;
  /// The flag is asked for ahead of the first round, and is a variable from
  /// around the loop.
  bool startsAsked = false;
};

/// Whether a loop in which the annotated one stands is of that form: nothing
/// else ends it, or stands in it. Nothing, with a message, where it is not.
std::optional<Rounds> roundsOf(clang::ASTContext &context,
                               const Directive &directive,
                               const clang::Stmt *loop,
                               const clang::Stmt *annotated,
                               Diagnostics &diagnostics);

} // namespace regtt
