/// Code between whose annotated loops what they use stays on the device:
///
///     #pragma regtt region
///     for (int round = 0; round < 20; ++round) {
///     #pragma regtt parallel
///       for (int i = 0; i < n; ++i) ...
///       std::swap(rank, next);
///       report(rank);            regtt_sync(&regtt_region); report(rank);
///     }
///
/// What the host does there finds its memory as it always did: ahead of it
/// stands what the runtime is to bring back.
#pragma once

#include "regtt/Frontend/Directives.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/ArrayRef.h>

#include <memory>
#include <string>
#include <vector>

namespace regtt {

struct HostRegion {
  const Directive *directive = nullptr;
  const clang::Stmt *statement = nullptr; ///< as it is written
  const clang::FunctionDecl *function = nullptr;

  struct Insertion {
    clang::SourceLocation at;
    std::string text;
    bool isBehind = false; ///< what else is put there
  };
  std::vector<Insertion> insertions; ///< into the text of the statement

  struct Loop {
    clang::SourceLocation begin, end;
    /// What stands ahead of what the host does of it: of its head, and of
    /// anything in it.
    std::string aheadOfHead, aheadOfAll;
  };
  std::vector<Loop> loops; ///< that are annotated
};

/// Looks at the statement of a region, in which these annotated loops and other
/// regions begin. False, with a message, where it cannot be one.
bool readRegion(clang::ASTContext &context, HostRegion &region,
                llvm::ArrayRef<clang::SourceLocation> loops,
                llvm::ArrayRef<clang::SourceLocation> others,
                Diagnostics &diagnostics);

} // namespace regtt
