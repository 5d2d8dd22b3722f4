/// What the options choose.
#pragma once

#include "Toolchain.h"

namespace regtt {

/// What traversals are compiled for.
struct Targets {
  std::vector<const Backend *> backends;
  bool serial = false; ///< for nothing: loops stay as they are
};

/// An error where an option has a value that it does not know, or a target
/// needs what is not there.
llvm::Expected<Targets> chooseTargets(const Options &options,
                                      const Toolchain &toolchain);

} // namespace regtt
