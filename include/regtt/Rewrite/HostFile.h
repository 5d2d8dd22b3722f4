/// The host file: the user's file, byte for byte, but for the annotated loops.
///
/// Each loop becomes a block that describes the call to the runtime and keeps
/// the loop itself for when the runtime says so. `#line` keeps diagnostics and
/// __LINE__ at the user's lines. What is injected is plain C89 or C++11.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

namespace regtt {

/// What stands before and after the loop; for a template's, the same text in
/// every instantiation that can be transformed together.
std::string loopBlock(const Model &model);

/// Rewrites the main file for these loops; instantiations of one loop stand
/// next to each other. `header`: name of the site header to include.
llvm::Expected<std::string>
rewriteHostFile(clang::ASTContext &ast, llvm::ArrayRef<const Model *> models,
                llvm::StringRef header);

} // namespace regtt
