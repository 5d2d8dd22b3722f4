/// Ties an object to the text of another source that it was made with.
///
/// Where another command compiles `kd.c`, nothing says that the program is
/// linked with what the loops of `main.c` were made of. So the object of kd.c
/// defines a symbol that is called after its text, and that of main.c needs it:
///
///     kd.o:   regtt_kd_c_1f3a92c04d5e6f70
///     main.o: undefined reference, if kd.o is that of another text
#pragma once

#include "Scratch.h"
#include "Toolchain.h"
#include "regtt/Driver/Translate.h"

namespace regtt {

/// The symbol that the object of `source` defines; empty where it defines none:
/// the text has no `#pragma regtt`. `host` is what the host compiler's
/// preprocessor makes of it, `compile` the compilers' arguments.
std::string tieOf(const SourceFile &source, const HostPreprocessed &host,
                  const std::vector<std::string> &compile);

/// Makes an object that defines the symbol; the assembler's exit code.
llvm::Expected<int> defineTie(const std::string &symbol,
                              const Toolchain &toolchain,
                              const CommandLine &command,
                              const Scratch &scratch,
                              const std::string &object);

} // namespace regtt
