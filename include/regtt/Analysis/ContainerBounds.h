/// How many elements a container of the query may have, as far as the
/// traversal's own tests of its size say.
///
///     if lt(size(own(1: ...)), 2:u64) { push(own(1: ...), ...) }    2
#pragma once

#include "regtt/IR/Function.h"

#include <optional>

namespace regtt::kernel {

/// The most elements that the container that is datum `row` of the query has,
/// if a query that `enter` is called with few enough for never has more;
/// nothing where that is not proved.
std::optional<unsigned> mostElements(const ir::Function &enter, unsigned row);

} // namespace regtt::kernel
