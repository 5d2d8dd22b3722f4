// The compilers and the runtime on this machine, and how they are run.
#pragma once

#include "regtt/Backend/Backend.h"
#include "regtt/Driver/CommandLine.h"

namespace regtt {

/// Where things are. Paths of the runtime follow from where regtt-cc itself
/// is: <prefix>/bin beside <prefix>/include and <prefix>/lib.
struct Toolchain {
  std::string cxx, cc;
  std::string nvcc; ///< empty: not there
  std::string cudaLibDir;
  std::string includeDir;  ///< of regtt/rt
  std::string libDir;      ///< of libregtt_rt.a
  std::string resourceDir; ///< of Clang's headers
  bool verbose = false;
};

llvm::Expected<Toolchain> findToolchain(const CommandLine &command,
                                        const char *argv0);

/// Runs a command, with the file `input` as its standard input if it is not
/// empty; an error where it cannot start. Returns its exit code.
llvm::Expected<int> runCommand(const Toolchain &toolchain,
                               const std::vector<std::string> &command,
                               const std::string &input = "");

/// What a final link needs besides the objects.
std::vector<std::string> runtimeLibraries(const Toolchain &toolchain);

} // namespace regtt
