/// The source files that a command names, as each sees the others.
#pragma once

#include "Toolchain.h"
#include "regtt/Driver/Translate.h"

#include <map>

namespace regtt {

class CommandSources {
public:
  /// Those that the command compiles, and those of --with-source, which are
  /// looked into and not compiled.
  CommandSources(const Toolchain &toolchain, const CommandLine &command);

  /// An error where a file of --with-source cannot be read.
  llvm::Error check() const;
  /// All but `source` and what was read from standard input.
  std::vector<OtherSource> othersThan(const SourceFile &source);

private:
  const Toolchain &toolchain;
  const CommandLine &command;
  std::vector<SourceFile> files; ///< those of the command first
  std::map<std::string, HostPreprocessed> preprocessed; ///< by paths

  const HostPreprocessed &host(const SourceFile &file);
};

} // namespace regtt
