/// How the host compiler names what it writes besides the object.
#pragma once

#include "Toolchain.h"

namespace regtt {

/// Of one source of a command.
struct HostNames {
  /// `-MMD -MF dir/x.d -MQ dir/x.o`, with everything spelled out; empty where
  /// no dependencies were asked for.
  std::vector<std::string> dependencies;
  /// `-dumpdir dir/ -dumpbase x.cpp -dumpbase-ext .cpp`: after which coverage
  /// notes, intermediate files and the like are named.
  std::vector<std::string> auxiliary;
};

/// What the host compiler would do itself with the user's command.
HostNames askHostNames(const Toolchain &toolchain, const CommandLine &command,
                       const SourceFile &source);

/// The user's arguments without those that ask for dependencies.
std::vector<std::string>
withoutDependencies(const std::vector<std::string> &arguments);

} // namespace regtt
