// What holds a pointer to a node: a smart pointer, or another pointer that is
// referred to.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::recognise {

/// A smart pointer that owns what it leads to, so that it holds that address
/// and nothing else that can be seen.
bool isOwner(const ir::Type *type);

/// What holds the pointer where `type` is how it is handed over: a smart
/// pointer, or a reference to one or to a pointer; null of others.
const ir::Type *holderIn(const ir::Type *type);

/// The two locals with smart pointers that `s` swaps; null: it does not.
std::pair<const ir::Variable *, const ir::Variable *>
swappedOwners(const ir::Statement *s);

/// Whether anything in `s` gives a local with a smart pointer another one.
bool setsOwners(const ir::Statement *s);

/// Whether `function` may change an object of type `holder`, but for its own
/// locals, by name. What it calls is not looked at.
bool mayChangeHolders(const ir::Function &function, const ir::Type *holder);

/// Functions that are called by other ways than by their name, so that they
/// stay as they are: their address is taken, they order a queue, or a virtual
/// one chooses.
llvm::SmallPtrSet<const ir::Function *, 8>
calledElsewise(const ir::Module &module);

} // namespace regtt::recognise
