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

#include <functional>

namespace regtt::ir {

/// Children side by side, one of which a condition speaks of: the one at
/// `place`, counted from 0.
///
///     for (i...) { if (eq(load node(1: [2 x i32])[i], 1)) visit child(i) }
///
/// reads the one at %place where node(1)[%place] is 1.
struct ChildPlaces {
  const Variable *place;
  uint64_t count; ///< of them
  /// The place that a read is of; null: any.
  std::function<const Expr *(const Expr *read)> placeOf;
  /// Whether a datum is where the entries begin that hold the children; and of
  /// what is read of an entry, its place, if `index` is one from there.
  std::function<bool(const DataRoot &)> isBase;
  std::function<const Expr *(const DataRoot &, const Expr *index)> entryAt;
};

struct NodeReads {
  /// Whether an expression reads itself, by more than its operands, what is
  /// looked for.
  std::function<bool(const Expr *)> reads;
  /// What a condition may look at: data, and functions as a whole.
  std::function<bool(const DataRoot &)> isKnown;
  std::function<bool(const Function *)> isKnownFunction;
  /// What stands in a condition for a call of the runtime's, a link among them,
  /// and for a question about a link; null: nothing.
  std::function<const Expr *(const Expr *)> linkQuestion;
  /// Of a read, whether a term says nothing of it: that there is a child, of
  /// that child.
  std::function<bool(const Expr *term, const Expr *read)> saysNothing;
  /// Of which children each is asked about by itself; null: of none.
  const ChildPlaces *places = nullptr;
};

/// Of a visit that begins with `enter` and goes on in `segments`, which it
/// resumes: null if it may read that of any node, else a condition that holds
/// of all nodes whose visits do. It has no effects, and divides nothing. Of
/// `places`, it holds of all places of these nodes that visits read; null
/// where it would say no more than what holds of the node.
const Expr *readWhen(Module &module, const Function &enter,
                     llvm::ArrayRef<const Function *> segments,
                     const NodeReads &asked);

} // namespace regtt::ir
