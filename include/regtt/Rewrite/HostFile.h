/// The host file: the user's file, byte for byte, but for the annotated loops.
///
/// Each loop becomes a block that describes the call to the runtime and keeps
/// the loop itself for when the runtime says so (regtt/Host/Block.h). `#line`
/// keeps diagnostics and __LINE__ at the user's lines.
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

/// Rewrites the main file for these loops; instantiations of one loop stand
/// next to each other. `header`: name of the site header to include.
llvm::Expected<std::string> rewriteHostFile(clang::ASTContext &ast,
                                            llvm::ArrayRef<HostSite> sites,
                                            llvm::StringRef header);

} // namespace regtt
