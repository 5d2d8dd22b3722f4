// What `#pragma regtt consolidate` asks of a loop's engine.
#pragma once

#include "regtt/Backend/Backend.h"
#include "regtt/Frontend/Pairing.h"
#include "regtt/Support/Diagnostics.h"

namespace regtt {

/// Reads the directive on the loop in `loop`, if it has one, into
/// `site.consolidation`. False, with an error at the clause.
bool readConsolidation(const PairedLoop &loop, Site &site,
                       Diagnostics &diagnostics);

/// Whether the loop with the directive is the one that engines share out, whose
/// place `inner` is. Else an error says so.
bool checkConsolidated(const PairedLoop &loop, clang::SourceLocation inner,
                       Diagnostics &diagnostics);

} // namespace regtt
