// Annotated loops whose body calls no traversal: an irregular nested loop (Wu
// 2019, chapter 3), or any other body that each iteration runs by itself.
//
//     for (int i = 0; i < n; ++i) {           the body, from its first to its
//       double s = 0;                         last statement, is the query
//       for (int e = row[i]; ...)             program, which makes no call
//         s += val[e] * x[col[e]];
//       y[i] = s;
//     }
//
// All that is asked of traversals is asked of an empty one, which nobody
// enters: it has no data, no children, and no parameter but its node.
#pragma once

#include "Iteration.h"

namespace regtt::recognise {

/// Whether the body is a program by itself. Else it calls a traversal, or only
/// declares, or comes to a function that recurses and that has no annotation,
/// or to one whose body is not known, behind which there may be a traversal.
bool isNested(const ir::BlockStatement *body);

/// The call of the empty traversal, `call @nothing(null)`, which stands nowhere
/// in the loop.
const ir::CallStatement *callOfNothing(ir::Module &module, ir::Location loc);

} // namespace regtt::recognise
