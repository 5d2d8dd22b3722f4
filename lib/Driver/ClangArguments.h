/// The compilers' command line as Clang's front end takes it.
#pragma once

#include "regtt/Driver/Translate.h"

namespace regtt {

/// The compilers' arguments that mean something to Clang's front end; warnings
/// are left to the user's own compiler.
std::vector<std::string> clangArguments(const TranslateRequest &request);

} // namespace regtt
