/// What the host compiler's preprocessor makes of a source.
#pragma once

#include "Toolchain.h"
#include "regtt/Frontend/HostPreprocessor.h"

namespace regtt {

/// Runs it, in silence; what it has against the source is in the result.
/// `dependencies`: options with which it writes them, too. `input`: the file
/// that holds what the source is, where that is the standard input.
HostPreprocessed preprocessOnHost(const Toolchain &toolchain,
                                  const CommandLine &command,
                                  const SourceFile &source,
                                  const std::vector<std::string> &dependencies,
                                  const std::string &input);

} // namespace regtt
