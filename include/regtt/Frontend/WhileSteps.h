// The counting part of an annotated `while`, which is a `for` in other words.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace regtt {

/// The statements of the body that may as well stand at its end:
///
///     while (i < n) {              for (; i < n; ++i)
///       sum(root, q[i]);             sum(root, q[i]);
///       ++i;
///     }
///
/// Each changes a local variable that the condition names, to which nothing
/// else leads (`isShared`), and which nothing that follows it names. None where
/// a `continue` passes one over.
llvm::SmallPtrSet<const clang::Stmt *, 2>
stepsOf(const clang::WhileStmt *loop,
        llvm::function_ref<bool(const clang::VarDecl *)> isShared);

} // namespace regtt
