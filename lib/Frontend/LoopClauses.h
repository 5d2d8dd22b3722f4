// The clauses private, firstprivate and reduction of the annotated loop.
#pragma once

#include "Builder.h"

namespace regtt {

/// Reads them into the builder, and checks what the body does with the
/// variables that they name. Runs before the body is taken apart.
bool lowerLoopClauses(Builder &builder, const PairedLoop &paired);

/// Makes locals of the body of the variables that each iteration has of its
/// own; false after a diagnostic. Runs when the body is taken apart.
bool addClauseLocals(Builder &builder);

/// Checks what the traversal does with them. Runs when that is lowered.
bool checkLoopClauses(Builder &builder);

} // namespace regtt
