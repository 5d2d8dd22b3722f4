// Structs, unions and enums of a file that stands alone.
#pragma once

#include "regtt/Cpp/StandaloneWords.h"

namespace regtt::cpp {

/// All types of a module, each behind those that lie in it. What C++ would lay
/// out in another way is a fault.
std::string definitionsOf(const ir::Module &module, StandaloneWords &words,
                          std::vector<std::string> &faults);

} // namespace regtt::cpp
