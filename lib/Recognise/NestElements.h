// Which elements the iterations of nested loops put something into.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/ArrayRef.h>

namespace regtt::recognise {

/// How many of the loops of `nest` that count `counters`, from the outside in,
/// it takes to give each iteration elements of its own: up to the innermost one
/// whose counter is a part of an index that `body` stores at, or whose address
/// it hands to calls.
///
///     store %out[add(mul(%j, %w), %i)] = ...     two
///     store %out[%j][%i] = ...                   one: a row is an iteration's
///     store %out[add(mul(%j, 4), %i)] = ...      one: so are four side by side
size_t depthOfElements(ir::Module &module, const ir::Statement *nest,
                       const ir::BlockStatement *body,
                       llvm::ArrayRef<const ir::Variable *> counters);

} // namespace regtt::recognise
