// How messages call what the user wrote in the loop's body.
//
//     store %sum->[i] = ...       'an assignment'
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/Support/Message.h"

namespace regtt::recognise {

std::string constructOf(const ir::Statement *s);
/// The call that leads from `first` to a function that calls itself, through
/// any number of others; null where there is none.
const ir::CallStatement *callOfRecursion(const ir::CallStatement *first);
/// Whether a function of the library only moves and changes what it is handed.
bool isAlgorithm(llvm::StringRef name);
/// Of a body that should call a traversal, and calls none.
Message withoutCall(const ir::BlockStatement *body);

} // namespace regtt::recognise
