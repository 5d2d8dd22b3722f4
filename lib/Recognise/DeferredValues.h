// What statements that are left to the host look at of an iteration's locals:
// numbers, which records keep.
//
//     next.push_back(e.to + k);        %e->to, %k
#pragma once

#include "ElementChanges.h"

#include <string>
#include <vector>

namespace regtt::recognise {

/// Adds to `captured` what `statements` look at of the local `variable`, each
/// once: it, members of it, or of what it refers to. False: it is more than
/// numbers, or they change it.
bool captureNumbers(ir::Module &module,
                    llvm::ArrayRef<ir::Statement *> statements,
                    const ir::Variable *variable,
                    std::vector<const ir::Place *> &captured);

/// What field `k` of its record has the value of: a local of the body's, or a
/// member of one, or of what it refers to; null: of none of this statement's.
const ir::Place *deferredPlace(ir::Module &module, const ir::DeferStatement &s,
                               size_t k);
/// In the user's words: `e.to`
std::string deferredText(const ir::Place *place);

/// Where `s` adds something to a number from around the loop, or multiplies it
/// by that: the operator, and what is added in the type that it is added in.
std::optional<ElementChange> deferredSum(ir::Module &module,
                                         const ir::StoreStatement &s);
/// What the user calls the number: `energy`, of `*energy`, too.
std::string deferredSumName(const ir::Place *place);

} // namespace regtt::recognise
