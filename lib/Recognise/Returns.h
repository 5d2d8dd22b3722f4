// Traversals that return a value: a datum of the query, which a return sets and
// what follows a visit reads.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::recognise {

/// Moves returns to where the value is found:
///
///     if c { store %t = a } else { store %t = b }    if c { return a }
///     return load %t                              -> else { return b }
void sinkReturns(ir::Module &module, ir::BlockStatement *body);

using OfNull = llvm::function_ref<const ir::Expr *(const ir::VisitStatement &)>;

/// `body`, whose returns store to `datum` and whose visits' results are read
/// from there. `ofNull` is what a visit would return of a null node, of which
/// engines make none; null: none comes to that.
///
///     let %t: i32 = visit @f(%c)      store own(0: i32) = 0:i32
///     return add(%t, 1:i32)           visit @f(%c)
///                                  -> let %returned: i32 = load own(0: i32)
///                                     store own(0: i32) = add(%returned,
///                                     1:i32) return
ir::BlockStatement *storeReturns(ir::Module &module,
                                 const ir::BlockStatement *body,
                                 const ir::Place *datum, OfNull ofNull);

/// Of two tests of one temporary, the second of which the first may decide: the
/// second stands under the first.
void joinChainedTests(ir::Module &module, ir::BlockStatement *body);

} // namespace regtt::recognise
