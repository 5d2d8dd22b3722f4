/// Checks that the Model is consistent; run after every pass.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <string>

namespace regtt {

/// The first fault found, or an empty string. Faults are this tool's bugs,
/// never the user's.
std::string verifyModel(const Model &model);

} // namespace regtt
