// Numbers from around a loop, in objects or behind pointers, that its
// iterations change:
//
//     for (int v = 0; v < n; ++v)
//       for (int u : near[v])
//         if (u > stats.deepest)           if gt(load %u, load %deepest) {
//           stats.deepest = u;               store %deepest = load %u
//
// are variables of the loop's function, as far as flags and reductions go. What
// is neither is an array of one element, of which the same is asked as of any
// array that iterations change.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Makes variables of them, if the body of the loop in `host` calls no
/// traversal (Recogniser::scalars).
void nameScalars(Recogniser &site, ir::Function &host,
                 const ir::Statement *loop, ir::BlockStatement *&body,
                 llvm::ArrayRef<ir::Clause> clauses);

/// Makes arrays of those that the body changes still. Adds the clauses that say
/// that there is one element.
void shareScalars(Recogniser &site, ir::Function &host,
                  const ir::Statement *loop, ir::BlockStatement *&body,
                  std::vector<ir::Clause> &clauses);

/// Declares, ahead of the loop, a pointer to the place, which is an array of
/// one element from now on.
const ir::Variable *pointAhead(Recogniser &site, ir::Function &host,
                               const ir::Statement *loop,
                               std::vector<ir::Clause> &clauses,
                               const ir::Place *place, const std::string &name,
                               ir::Location loc);

} // namespace regtt::recognise
