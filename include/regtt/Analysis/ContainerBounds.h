/// How many elements a container of the query may have, as far as the
/// traversal's own tests of its size say.
///
///     if lt(size(own(1: ...)), 2:u64) { push(own(1: ...), ...) }    2
#pragma once

#include "regtt/IR/Function.h"

#include <functional>
#include <optional>

namespace regtt::kernel {

/// The most elements that the container that is datum `row` of the query has,
/// if a query that `enter` is called with few enough for never has more;
/// nothing where that is not proved.
std::optional<unsigned> mostElements(const ir::Function &enter, unsigned row);

/// The most elements that datum `row` has, of which there are none when
/// `program` begins and which visits leave as it is, as far as tests of its
/// size and what loops take out of other containers say; `boundOf` is how many
/// elements these have, nothing of what is not known.
///
///     while !empty(own(0: ...)) {          bound 8
///       push(own(1: ...), ...)             8
///       pop(own(0: ...))
///     }
std::optional<unsigned> mostElementsOfProgram(
    const ir::Function &program, unsigned row,
    const std::function<std::optional<unsigned>(unsigned)> &boundOf);

/// Whether `function`, or what it calls or visits, changes the size of datum
/// `row`.
bool changesSize(const ir::Function &function, unsigned row);

} // namespace regtt::kernel
