// Which of the traversal's parameters is the node, and where the loop has the
// tree's root.
#pragma once

#include "BodyScan.h"
#include "Builder.h"

namespace regtt {

/// Fills in the traversal's node and the loop's root; false after a diagnostic.
bool inferNode(Builder &builder, const BodyScan &scan);

/// Whether a reference is bound to a value: `a + b`, of a `const Vec &`.
bool isTemporary(const clang::Expr *argument);

/// Whether `argument` is, or leads to, a struct that the caller keeps in a
/// local.
bool isLocalObject(const clang::Expr *argument);

} // namespace regtt
