// What iterations do to elements that they share, in a loop whose rounds go on
// until nothing changes (`#pragma regtt fixpoint`).
//
//     if lt(add(load %dist[v], load %w[e]), load %dist[u]) {
//       store %dist[u] = add(load %dist[v], load %w[e])
//       store %changed = true
//     }
//
//  -> let %d: f32 = add(load %dist[v], load %w[e])
//     let %isBetter: bool = lt(%d, load %dist[u])
//     if %isBetter {
//       store %changed = true
//       reduce min %dist[u] = %d
//     }
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// What says that the loop is a round of one; null: nothing does.
const ir::Clause *fixpointOf(const Recogniser &site);

/// Proves that the elements' least common state is reached whatever iterations
/// read of it meanwhile, and lets them; or refuses the loop. Returns those of
/// the rows that are left, which are set to one value and never read.
std::set<unsigned> updateToFixpoint(Recogniser &site, const ir::Clause &rounds,
                                    const std::set<unsigned> &rows);

} // namespace regtt::recognise
