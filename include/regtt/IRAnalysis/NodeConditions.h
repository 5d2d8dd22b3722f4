/// When a visit reads something, as far as the node alone says. What an inner
/// node keeps in a pointer that only leaves use may be anything: linearising
/// asks first.
///
///     if (load node(0: bool)) { ... load node(2: f32) ... }
///
/// reads node(2) where node(0) holds. Locals are what they were set to, on
/// whichever way; in a loop, the first iteration is what the loop's condition
/// lets in.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::ir {

struct NodeReads {
  /// Whether an expression reads itself, by more than its operands, what is
  /// looked for; whether a call that engines make does.
  llvm::function_ref<bool(const Expr *)> reads;
  /// What a condition may look at: data, and calls of the runtime.
  llvm::function_ref<bool(const DataRoot &)> isKnown;
  llvm::function_ref<bool(const LibraryCallExpr *)> isKnownCall;
  /// A term that says nothing here: that there is a child, of that child.
  llvm::function_ref<bool(const Expr *term)> saysNothing;
};

/// Of a visit that begins with `enter` and goes on in `segments`, which it
/// resumes: null if it may read that of any node, else a condition that holds
/// of all nodes whose visits do. It has no effects, and divides nothing.
const Expr *readWhen(Module &module, const Function &enter,
                     llvm::ArrayRef<const Function *> segments,
                     const NodeReads &asked);

} // namespace regtt::ir
