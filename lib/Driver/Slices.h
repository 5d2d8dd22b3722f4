/// How what is generated for the targets is compiled.
#pragma once

#include "Toolchain.h"

namespace regtt {

/// The files that are compiled are in `folder`, one of regtt-cc's own, whose
/// path has nothing in it that means anything to a shell.
struct SliceJob {
  const Toolchain &toolchain;
  const CommandLine &command;
  const std::string &folder;
  const std::string &keptIn; ///< where the user has them, too; may be empty

  /// Objects do not name the folder, which has another name each time.
  std::string prefixMap() const;
};

/// Compiles the slice `name` of one backend to `object`.
llvm::Expected<int> compileSlice(const SliceJob &job, const Backend &backend,
                                 const std::string &name,
                                 const std::string &object);

/// The flag that keeps the serial loop in the host file to the promised bits;
/// may be empty.
std::string hostFpFlag(const Options &options);

} // namespace regtt
