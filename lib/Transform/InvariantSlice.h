/// The part of a function that the invariants of a node are made of. Part of
/// NodeInvariants.
///
///     for { var %i ... } ... {                for { var %i ... } ... {
///       let %h: f32 = mul(node(1)[%i], ..)      let %h: f32 = mul(node(1)[%i],
///       ..) store %near = add(%near, own(2)) store %all = add(%all, %h) store
///       %all = add(%all, %h)
///     }                                       }
///     return lt(%near, sqrt(%all))            store node(5) = sqrt(%all)
#pragma once

#include "InvariantFinder.h"

namespace regtt::kernel {

/// A candidate that becomes `node(datum)`.
struct ChosenInvariant {
  const InvariantCandidate *candidate = nullptr;
  unsigned datum = 0;
};

/// The place of a chosen value, in the loops that count it; `variableOf` says
/// what stands for their counters.
const ir::Place *placeOfChosen(
    ir::Module &module, const Kernel &kernel, const ChosenInvariant &chosen,
    llvm::function_ref<const ir::Variable *(const ir::Variable *)> variableOf);

/// The statements of `function` that set the locals which the chosen values are
/// made of, in the counted loops that hold them; and a store to the datum where
/// a value is complete. `chosen` is in the order of the text.
ir::BlockStatement *invariantSlice(const Kernel &kernel,
                                   const InvariantFinder &finder,
                                   const ir::Function &function,
                                   llvm::ArrayRef<ChosenInvariant> chosen);

} // namespace regtt::kernel
