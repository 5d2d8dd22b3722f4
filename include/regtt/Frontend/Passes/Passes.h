/// The passes over the Model, in the order of Passes.def: between its making
/// and its lowering to a kernel.
#pragma once

#include "regtt/Frontend/Model/Model.h"
#include "regtt/Support/Diagnostics.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// What every pass works on.
struct PassContext {
  clang::ASTContext &ast;
  Diagnostics &diagnostics;
  Model &model;
};

#define PASS(NAME, DESCRIPTION) bool run##NAME(PassContext &context);
#include "regtt/Frontend/Passes/Passes.def"
#undef PASS

/// Runs all passes and the verifier after each; false after diagnostics.
bool runPasses(PassContext &context);

} // namespace regtt
