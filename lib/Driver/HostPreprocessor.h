/// What the host compiler's preprocessor makes of a source.
#pragma once

#include "Toolchain.h"
#include "regtt/Frontend/HostPreprocessor.h"

namespace regtt {

/// Runs it, in silence; what it has against the source is in the result.
HostPreprocessed preprocessOnHost(const Toolchain &toolchain,
                                  const CommandLine &command,
                                  const SourceFile &source);

} // namespace regtt
