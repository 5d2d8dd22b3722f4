// Statements of a body without a traversal that only the host can do, in the
// order of the iterations:
//
//     for (int u : frontier)
//       for (int w : near[u])
//         if (level[w] < 0) {            defer 0 (load %w) when lt(..., 0) {
//           level[w] = level[u] + 1;       ...
//           next.push_back(w);           }
//         }
//
// What iterations compute is what they compute before any of these statements
// has been done. That nothing of it depends on them is asked as of what follows
// a traversal (Host/LoopPairs.h), but for the condition that such a statement
// begins with: where an element is not free, or not greater, it stays so
// (Claims.h).
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Puts DeferStatements into `body`, the loop's, and their records into the
/// kernel.
void deferStatements(Recogniser &site, const ir::Statement *loop,
                     ir::BlockStatement *body);

/// Those in it, by their numbers; where the lowering has a text twice, both.
std::vector<const ir::DeferStatement *>
deferredIn(const ir::BlockStatement *body);

/// Whether one of them names the variable.
bool isLeftToHost(const ir::BlockStatement *body, const ir::Variable *variable);

} // namespace regtt::recognise
