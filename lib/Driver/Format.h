// Lays emitted code out as clang-format does, in LLVM style.
#pragma once

#include <string>

namespace regtt {

std::string formatted(const std::string &code);

} // namespace regtt
