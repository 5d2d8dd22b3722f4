/// Names of the user's that emitted code takes over.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace regtt {

/// `name`, with an underscore if C++ or the emitted code has another use for
/// it.
std::string safeName(llvm::StringRef name);

} // namespace regtt
