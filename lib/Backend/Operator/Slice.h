// What the slices of all backends share: banner, includes, one namespace and
// one launcher per site.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

/// What a target has in its slices of its own, unformatted.
struct SliceText {
  std::string includes;  ///< behind those that all have
  std::string operators; ///< behind the sites' operators
  std::string launchers;
};

std::string printSlice(const Unit &unit, const Backend &backend,
                       const SliceText &text);

/// Prints a slice whose launchers call `regtt::rt::<target>::launch` from
/// `<regtt/rt/<header>>`.
std::string printSlice(const Unit &unit, llvm::StringRef target,
                       llvm::StringRef header);

/// `code` as people read it, if any do.
std::string laidOut(const std::string &code, const Unit &unit);

} // namespace regtt
