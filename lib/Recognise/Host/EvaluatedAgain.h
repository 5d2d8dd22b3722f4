// Texts of the loop's body that are evaluated ahead of the calls, and again
// when those are over:
//
//     Query &q = queries[order[i]];   // found ahead of the call
//     visit(root, &q);
//     out[i] = q.sum;                 // and once more, for this
//
// What they read has to be the same both times.
#pragma once

#include "regtt/IR/Location.h"

#include <string>

namespace regtt::recognise {

struct EvaluatedAgain {
  ir::Location range;
  /// The local that is bound again; empty of the call's own statement, which a
  /// serial run of the calls repeats.
  std::string name;
};

} // namespace regtt::recognise
