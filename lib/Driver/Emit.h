/// What `--emit` asks for instead of a compilation.
#pragma once

#include "regtt/Driver/Translate.h"

#include <llvm/Support/Error.h>

namespace regtt {

/// `tree.regtt.cpp`
std::string hostName(const SourceFile &source);

/// Prints one product to where the command says: a file, `folder`, unless that
/// is empty, or standard output.
llvm::Error emitProduct(const CommandLine &command, const std::string &folder,
                        const SourceFile &source,
                        const Translation &translation);

} // namespace regtt
