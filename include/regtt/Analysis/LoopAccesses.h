/// What an annotated loop reads and writes, and when: ahead of its calls of
/// traversals, in them, or afterwards. Functions whose bodies are there are
/// gone into, with what each call hands them.
#pragma once

#include "regtt/Analysis/Region.h"
#include "regtt/IR/Function.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::ir {

/// The parts of an iteration, in its order.
enum Phase : unsigned { Before = 1, During = 2, After = 4 };

/// One access. A container's words and its elements are accessed apart.
struct Access {
  Region region;
  bool isWrite = false;
  unsigned phases = 0;
  bool isConditional = false; ///< some iterations may not come to it
  Location loc;               ///< in the loop's own text
  Location inner; ///< of what does it, in a function that is called there
  /// How the loop's own text names it: the place, as far as its first steps.
  /// Null of what a function that is called there does.
  const Place *place = nullptr;
  size_t steps = 0;
  /// What is read to find where that is: pointers, indices, conditions.
  std::vector<Region> finders;
  /// Of what an iteration leaves for later, though more of it follows.
  bool isDeferred = false;
  /// What that changes, asked for ahead: whether it is left at all.
  bool isAskedAhead = false;
};

struct LoopAccesses {
  std::vector<Access> all; ///< each once, in the order of the text
  /// A function is called of which it is not known what it accesses.
  bool isUnknown = false;

  /// Whether a pointer of which it is not known where it leads may lead there.
  bool isReachable(const Region &region) const;
  std::vector<Region> hidden; ///< where only names lead
  /// Whether accesses of the two may touch the same memory.
  bool mayMeet(const Region &a, const Region &b) const;
  /// Whether calls of traversals, or what follows them, may change where
  /// `access` is.
  bool isMovedLater(const Access &access) const;
};

/// What is asked about functions and variables around the loop.
struct LoopQuestions {
  /// Whether calls of it are traversals.
  llvm::function_ref<bool(const Function *)> isTraversal;
  /// Whether something around the loop may lead to the variable.
  llvm::function_ref<bool(const Variable *)> isShared;
  /// The same of an element of a container that lies in the variable.
  llvm::function_ref<bool(const Variable *)> sharesElements;
  /// Whether something else than its name may lead to the global.
  llvm::function_ref<bool(const Global *)> isGlobalShared;
  /// Whether each iteration has one of its own of a variable from around the
  /// loop, as a clause says.
  llvm::function_ref<bool(const Variable *)> isPrivate;
  /// Whether it is what the loop counts.
  llvm::function_ref<bool(const Variable *)> isCounter;
  /// Whether what a traversal reaches through the parameter is checked, when it
  /// runs, to be in the row of elements that begins there.
  llvm::function_ref<bool(const Function *, unsigned)> isCheckedRow = nullptr;
  /// Of a loop without calls of traversals: whether a statement of its body is
  /// of what runs in their stead.
  llvm::function_ref<bool(const Statement *)> isOfProgram = nullptr;
};

/// `loop`: in the function's body; a LoopStatement, a CountedLoopStatement or a
/// RangeLoopStatement.
LoopAccesses accessesOf(const Statement *loop, const LoopQuestions &questions);

} // namespace regtt::ir
