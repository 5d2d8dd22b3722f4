// The text around one annotated loop in the host file.
#pragma once

#include "regtt/Frontend/Model/Model.h"

namespace regtt {

/// Everything up to the loop, which runs if the runtime says so.
std::string openLoopBlock(const Model &model);

/// A line of its own that names a place of the user's file.
using LineOf = llvm::function_ref<std::string(clang::SourceLocation)>;

/// Everything after the loop. `lineOf` stands before the user's statements.
std::string closeLoopBlock(const Model &model, const LineOf &lineOf);

/// Tells the loop in a template which site this instantiation is.
std::string specialization(const Model &model);

} // namespace regtt
