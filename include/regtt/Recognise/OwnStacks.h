// Traversals that keep the nodes to be visited on a stack of their own.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/Support/Message.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::recognise {

/// Makes a traversal that calls itself of the loop of one that does not, but
/// takes nodes from a stack and pushes others:
///
///     fn traversal @visit(%root: ptr @Node, %q: ref @Q) {
///       var %todo: lib "std::stack" <...>
///       push(%todo, load %root)
///       while lnot(empty(%todo)) { ... }
///     }
///  -> fn @visit(%root: ptr @Node, %q: ref @Q) { call @visit::visit(%q, %root)
///  }
///     fn traversal @visit::visit(%q: ref @Q, %next: ptr @Node) { ... }
///
/// What the loop reads and changes of what is declared around it, the new
/// function is handed. Traversals without such a loop stay as they are; of one
/// whose stack is not followed it is said why.
///
/// Of an annotated `loop`, which may be null, whose own body has such a loop it
/// is said that it has to stand in a function.
void recoverRecursion(ir::Module &module, const ir::Statement *loop,
                      llvm::function_ref<void(Message)> refuse);

} // namespace regtt::recognise
