// Lays emitted code out as clang-format does, in LLVM style.
#pragma once

#include "regtt/Backend/Backend.h"

#include <string>

namespace regtt {

/// Where nobody reads what `unit` becomes it stays as it is.
std::string formatted(const std::string &code, const Unit &unit);

} // namespace regtt
