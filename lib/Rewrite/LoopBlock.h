// The text around one annotated loop in the host file.
#pragma once

#include "regtt/Model/Model.h"

namespace regtt {

/// Everything up to the loop, which runs if the runtime says so.
std::string openLoopBlock(const Model &model);

/// Everything after the loop.
std::string closeLoopBlock(const Model &model);

/// Tells the loop in a template which site this instantiation is.
std::string specialization(const Model &model);

} // namespace regtt
