/// The rule that build systems read of what an object depends on.
#pragma once

#include "Toolchain.h"

#include <llvm/Support/Error.h>

namespace regtt {

/// Adds to the rule that was written for a source (`dependencies`, as of
/// HostNames) the files that `others` are made of.
llvm::Error addDependencies(const Toolchain &toolchain,
                            const CommandLine &command,
                            const std::vector<std::string> &dependencies,
                            llvm::ArrayRef<SourceFile> others);

} // namespace regtt
