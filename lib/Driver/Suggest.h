/// What `--suggest` says of a source without pragmas.
#pragma once

#include "regtt/Driver/Translate.h"
#include "regtt/Frontend/Directives.h"

#include <llvm/Support/Error.h>

namespace clang {
class Sema;
}

namespace regtt {

/// Tries every loop that leads to a recursion over a tree, as if it were
/// annotated. Those that `directives` say are left as they are.
Suggestions suggest(const TranslateRequest &request, clang::Sema &sema,
                    const std::vector<Directive> &directives);

/// What was found, and the lines to add as a patch of the files.
void print(const Suggestions &suggestions, llvm::raw_ostream &out);

/// Writes copies of the files with the lines in them to `folder`: under the
/// path that they have in the source's. Nothing is written where one has no
/// place there, or would take that of another file.
llvm::Error writeAnnotated(const Suggestions &suggestions,
                           llvm::StringRef folder);

} // namespace regtt
