// The body of a loop that is a round among others, as it is run: what it reads
// while others may change it is read once, and named.
#pragma once

#include "Progress.h"

#include "regtt/IR/Operators.h"

namespace regtt::recognise {

/// `if (a && d < m[w] && b) { m[w] = d; changed = true; }`
struct FixpointUpdate {
  unsigned row = 0;
  std::optional<ir::Combiner> combiner; ///< nothing: a bool that is set
  ir::StoreStatement *store = nullptr;
  std::vector<ir::Statement *> flags;
  const ir::Expr *before = nullptr, *test = nullptr, *behind = nullptr;
};

/// By the statements that are these.
using FixpointUpdates = std::map<const ir::Statement *, FixpointUpdate>;

/// Writes them down in `body`, in place.
void writeUpdates(ir::Module &module, const Progress &progress,
                  const FixpointUpdates &updates, ir::BlockStatement &body);

} // namespace regtt::recognise
