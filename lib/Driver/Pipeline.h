/// A file that is parsed -> what is emitted of it.
#pragma once

#include "regtt/Driver/Translate.h"
#include "regtt/Frontend/Directives.h"
#include "regtt/Frontend/OtherFiles.h"

namespace clang {
class Sema;
}

namespace regtt {

/// Takes the directives as if they stood where they say; `parse` is asked for
/// other files, if there is one. `diagnostics` has said what is refused; the
/// rest is in `result`.
void runPipeline(const TranslateRequest &request, Translation &result,
                 clang::Sema &sema, Diagnostics &diagnostics,
                 const std::vector<Directive> &directives,
                 OtherFiles::Parser parse);

} // namespace regtt
