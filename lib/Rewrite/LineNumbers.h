/// Which lines the lines of the host file are to debuggers, sanitizers,
/// coverage and warnings: the user's own, those that they have there, and what
/// is put in either the line of the loop, each, or, where people read the file,
/// those of the host file itself.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace regtt {

/// Stands ahead of what is put in at the line that `directive`, a `#line` in a
/// line of its own, says. host::endOfUserText() stands within.
std::string generatedFrom(llvm::StringRef directive);

/// Puts `#line` for those marks, and for line 1 of `input` at the beginning.
/// `ownName`: the name of the host file; empty where nobody reads it.
std::string numberLines(llvm::StringRef text, llvm::StringRef input,
                        llvm::StringRef ownName);

} // namespace regtt
