// What the slices of all backends share: banner, includes, one namespace and
// one launcher per site.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

/// Prints a slice whose launchers call `regtt::rt::<target>::launch` from
/// `<regtt/rt/<header>>`.
std::string printSlice(const Unit &unit, llvm::StringRef target,
                       llvm::StringRef header);

} // namespace regtt
