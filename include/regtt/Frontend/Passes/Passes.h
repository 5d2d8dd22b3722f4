/// The passes between lowering and variants, in the order of Passes.def.
#pragma once

#include "regtt/Frontend/Model/Model.h"
#include "regtt/Support/Diagnostics.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// More ways through a body than this are not enumerated: CallPaths stops one
/// past it, and Classify then proves nothing about the order of visits.
inline constexpr size_t maxCallPaths = 1024;

/// What every pass works on.
struct PassContext {
  clang::ASTContext &ast;
  Diagnostics &diagnostics;
  Model &model;
  /// Whether linearising computes what depends on the node alone.
  bool hoist = true;
};

#define PASS(NAME, DESCRIPTION) bool run##NAME(PassContext &context);
#include "regtt/Frontend/Passes/Passes.def"
#undef PASS

/// Runs all passes and the verifier after each; false after diagnostics.
bool runPasses(PassContext &context);

} // namespace regtt
