// The roots that a query program enters. The host hands them over before any
// iteration runs: one that all iterations find by the same words, or an array
// of roots, of which the program chooses by an index.
//
//     load %root, refof %nodes[0:i32]                 -> one
//     load %trees[%t], load %forest->trees[%k].root   -> an array
#pragma once

#include "HostPlace.h"

namespace regtt::recognise {

struct RootGroup {
  /// Where the root lies, in the host's words; of an array, the place for
  /// element 0. Null: the root is `value`.
  const ir::Place *place = nullptr;
  const ir::Expr *value = nullptr; ///< a number that lies nowhere
  /// Of a forest: the objects that have the tree's node arrays, by treeParams,
  /// and behind them where the root's number lies, if it is no `value`. What is
  /// chosen is chosen by one number. The group itself says what its first part
  /// does of how many there are.
  std::vector<RootGroup> parts;
  /// Of an array: what holds the elements, where the host has a name for it,
  /// and the way from an element to the root.
  HostPlace holder;
  kernel::DataSteps inner;
  unsigned step = 0;   ///< of `place`: the one that chooses
  bool isNode = false; ///< the node itself lies there: its address is the root

  /// How many there are.
  enum Count {
    One,
    Size,   ///< as many as the container has elements
    Array,  ///< as many as `array`, of the kernel's, has
    Extent, ///< as many as an array has; `extent`, or as the loop around goes
            ///< to
  } count = One;
  int array = -1;
  uint64_t extent = 0;            ///< of an array; 0: that is not known
  const ir::Expr *last = nullptr; ///< of the loop around, in the host's words
  bool isInclusive = false;       ///< it goes to `last` itself

  bool isArray() const { return count != One; }
  bool operator==(const RootGroup &other) const;
};

/// A root as a program names it: `place` with the step, if any, that chooses
/// among several.
struct ChosenRoot {
  RootGroup group;
  const ir::Expr *index = nullptr; ///< null: there is one
};

/// What the step chooses by; null of a step that leads to one place.
const ir::Expr *indexOf(const ir::Step &step);

/// `place` taken apart. `varies` says of an expression that it may be another
/// one in another iteration, or at another time; `refuse` is told why the place
/// is no root.
std::optional<ChosenRoot>
chooseRoot(ir::Module &module, const ir::Place *place,
           llvm::function_ref<bool(const ir::Expr *)> varies,
           llvm::function_ref<void()> refuse);

} // namespace regtt::recognise
