// Where the value that the traversal returns is kept.
#pragma once

#include "Builder.h"

namespace regtt {

/// Fills in Traversal::returned: what the loop assigns the call to holds the
/// value returned, all the time. False after a diagnostic.
bool inferResult(Builder &builder);

} // namespace regtt
