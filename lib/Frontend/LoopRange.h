// The head of the annotated loop -> the range in the QueryLoop.
#pragma once

#include "Builder.h"

namespace regtt {

/// Fills in the loop's variable, range and step; false after a diagnostic.
bool lowerLoopRange(Builder &builder, const clang::Stmt *loop);

} // namespace regtt
