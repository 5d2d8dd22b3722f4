// Traversals that return a pointer: what it is on the host, as a number.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

class Recogniser;

/// Whether what the traversal's calls return is returned again, if it is looked
/// at. Returns are then where their values are found.
bool returnsPointers(Recogniser &recogniser);

/// What is kept of what a function returns: of a pointer its number.
const ir::Type *keptOf(Recogniser &recogniser, const ir::Type *result);

/// `value`, which a visit of no node may return, as it is known: the address of
/// no node is null.
const ir::Expr *ofNoNode(Recogniser &recogniser, const ir::Expr *value);

} // namespace regtt::recognise
