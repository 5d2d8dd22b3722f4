// Loops that end where an element is 0: how many elements text has that lies
// behind a pointer, which nothing else says.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// A loop that counts from 0 by ones, and looks at no element of some places
/// behind the first that is 0 there.
struct ZeroEnds {
  const ir::Variable *counter = nullptr;
  const ir::BlockStatement *body = nullptr;
  std::vector<const ir::Place *> places; ///< elements, numbers, at the counter
  bool isCounted = false;                ///< it ends at some number, too
  /// The counter and what the elements are found by stay behind the loop what
  /// they are there: the element at the counter is one that was looked at.
  bool isLasting = false;
};

/// No places: it is no such loop of the function.
ZeroEnds zeroEnds(const ir::Function &function, const ir::LoopStatement &loop);

} // namespace regtt::recognise
