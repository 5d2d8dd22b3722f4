/// Loops of a kernel by their heads: those whose trip count is a constant, and
/// those that count up or down to a value.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <optional>

namespace regtt::kernel {

/// A loop `for (T i = first; i < last; ++i)` with constants, or counting down,
/// `i` not changed inside. A counter that wraps around, or is compared as
/// another number than it is, is none.
struct CountedLoop {
  const ir::Variable *variable = nullptr;
  int first = 0, trips = 0;
  bool isDown = false;

  /// The variable in iteration number `trip`.
  int value(int trip) const { return isDown ? first - trip : first + trip; }
};

/// A loop that counts: its head sets `i`, declared there or ahead of it, the
/// condition compares it with `last`, the step changes it by one, and nothing
/// in its body changes it. `last` is the bound, or, where that is a variable
/// with one value that loses nothing of it, that value.
struct IndexLoop {
  const ir::Variable *variable = nullptr;
  const ir::Expr *first = nullptr, *last = nullptr;
  const ir::Type *compared = nullptr; ///< what the condition compares them in
  bool isInclusive = false, isDown = false;
  bool isUnequal = false; ///< `i != last`
};

/// `function` holds the loop; what is asked of variables is asked of it.
std::optional<IndexLoop> indexLoop(const ir::Function &function,
                                   const ir::LoopStatement &loop);
std::optional<CountedLoop> countedLoop(const ir::Function &function,
                                       const ir::LoopStatement &loop);

/// Whether `loop` goes over the children in the kernel's list, from the first
/// to the last: `number < rt::children()`.
bool goesOverList(const Kernel &kernel, const ir::LoopStatement &loop);

/// Whether anything in `s` may change `variable`: stores to it or to a part of
/// it, or takes its address or a reference that can be written through.
bool mayChange(const ir::Statement *s, const ir::Variable *variable);

} // namespace regtt::kernel
