// Loops of an annotated loop's body whose iterations have elements of their
// own: the nest is one loop over all of them.
//
//     parallel for j { let %v = ...          parallel for k < h * w {
//       for i {                                set %j, %i from k
//         store %out[j * w + i] = ...    ->    let %v = ...
//       }                                      store %out[j * w + i] = ...
//     }                                      }
//
// What follows knows the one loop alone, so that all that is asked of
// iterations is asked of these; only the host file has the user's heads, one in
// the other.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>
#include <vector>

namespace regtt::recognise {

struct LoopNest {
  /// From the outside in: heads and counters as they were.
  std::vector<const ir::LoopStatement *> loops;
  std::vector<const ir::Variable *> counters;
  /// What sets the counters in the body of the one loop.
  std::vector<const ir::Statement *> settings;
};

/// Makes one loop of `loop`, which the user annotates, and those in it, if
/// calls put something into elements that inner counters find, and the nest
/// does nothing but count and declare around that. Nothing: it stays as it is.
std::optional<LoopNest> flattenNest(ir::Module &module,
                                    const ir::Function &host,
                                    ir::LoopStatement &loop);

} // namespace regtt::recognise
