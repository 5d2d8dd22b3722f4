// Variables from around a loop that its iterations set, all to one value, and
// never ask for:
//
//     bool changed = false;                var %changed.at = addressof %changed
//     for (int v = 0; v < n; ++v)
//       for (int u : near[v])
//         if (dist[u] > limit)
//           changed = true;                store %changed.at[0] = true
//
// are arrays of one element, which it does not matter who of them sets. So no
// iteration has a part of its own, as of a reduction, and nobody has to put
// these together.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// In `body`, that of the loop in `host`, if it calls no traversal. Adds the
/// clauses that say that there is one element.
void shareFlags(Recogniser &site, ir::Function &host, const ir::Statement *loop,
                ir::BlockStatement *&body, std::vector<ir::Clause> &clauses);

} // namespace regtt::recognise
