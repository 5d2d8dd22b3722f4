/// The host file: the user's file, byte for byte, but for the annotated loops.
///
/// Each loop becomes a block that describes the call to the runtime and keeps
/// the loop itself for when the runtime says so (regtt/Host/Block.h). `#line`
/// keeps diagnostics, debuggers and __LINE__ at the user's lines; all lines
/// that are put in are the loop's, or, where people read the file, its own.
#pragma once

#include "regtt/Frontend/LoopPlace.h"
#include "regtt/Host/Block.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

namespace regtt {

/// A loop, or an instantiation of one.
struct HostSite {
  LoopPlace place;
  host::Block block;
};

/// What the host file is called, and what it includes.
struct HostNaming {
  std::string header;  ///< the site header
  std::string ownName; ///< empty: nobody reads the file
};

/// Rewrites the main file for these loops; instantiations of one loop stand
/// next to each other.
llvm::Expected<std::string> rewriteHostFile(clang::ASTContext &ast,
                                            llvm::ArrayRef<HostSite> sites,
                                            const HostNaming &naming);

} // namespace regtt
