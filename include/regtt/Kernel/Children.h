/// Where a node's children are held, and what linearising evaluates to find
/// them.
#pragma once

#include "regtt/Kernel/Data.h"

#include <array>

namespace regtt::kernel {

/// Children that lie side by side: `count` slots, in one pointer field or an
/// array of them; or a list, whose length is known at run time only.
struct SlotGroup {
  enum Form {
    Fields,      ///< one pointer or number, or a fixed array of them: slots
    Computed,    ///< the numbers from `value` on, one a slot
    Array,       ///< the first `extent` of a fixed array: a list
    Counted,     ///< `extent` children behind a pointer: a list
    Vector,      ///< a std::vector: a list
    Siblings,    ///< the first child; the others follow it: a list
    Range,       ///< the numbers from `value` up to `extent`: a list
    Consecutive, ///< `extent` numbers from `value` on: a list
  } form = Fields;
  DataSteps steps;    ///< fields from the node to the pointer, array or vector
  unsigned array = 0; ///< the node array whose element that is
  std::string text;
  std::string name; ///< of a number, as linearising holds it
  int first = 0;    ///< number of its first slot
  int count = 1;    ///< 0 of a list
  /// Of Array: how many elements there are, whatever `extent` says; 0: it may
  /// go on behind the end of its node.
  int room = 0;
  bool isWatched = false;   ///< an iteration may write the number that it holds
  bool isInPlace = false;   ///< a list's elements are the nodes themselves
  bool isInclusive = false; ///< of Range: the last number is one
  bool isUnequal = false;   ///< of Range: at `extent` alone does it end
  /// A loop over the list does something where there is no child, which it
  /// would not for those behind the last child.
  bool needsLast = false;
  /// Of children beside other data, in elements of `stride` bytes: `within`
  /// bytes into each. 0: they lie side by side.
  uint64_t stride = 0, within = 0;
  uint64_t next =
      0; ///< of Siblings: where a child holds the pointer to the next
  ir::Location loc; ///< of its first use

  /// Where nodes are numbers: of one number; what holds the numbers, one or an
  /// array of them; and what the test is given.
  const ir::Type *type = nullptr, *held = nullptr, *tested = nullptr;
  uint64_t bytes = 0, heldBytes = 0; ///< of the first two

  /// What linearising evaluates for a node, each of one `return`, null where
  /// there is none: the child's number, or where a list of them begins; how
  /// long the list is; whether the traversal looks at the children, and at the
  /// one at a place, from 0 on, that it is given (an element of the array that
  /// holds the children is the one at that place); whether a number is one.
  ir::Function *value = nullptr, *extent = nullptr, *followedIf = nullptr,
               *placeFollowedIf = nullptr, *test = nullptr;

  /// All of them.
  std::array<ir::Function *, 5> hostFunctions() const {
    return {value, extent, followedIf, placeFollowedIf, test};
  }

  bool isList() const { return form != Fields && form != Computed; }
  /// Where nodes are numbers: whether these lie in the node, or where a pointer
  /// in it leads.
  bool holdsNumbers() const { return form == Fields || form == Array; }
  bool leadsToNumbers() const { return form == Counted || form == Vector; }
};

/// A pointer in the node, or in what one leads to, that data is read through.
struct NodePointer {
  unsigned array = 0; ///< the node array whose element it is in
  DataSteps steps;    ///< to the pointer
  int via = -1;       ///< the pointer it is reached through; -1: in the node
  std::string text;   ///< as the user writes it: `n->point`
  ir::Function *followedIf = nullptr; ///< null: always
};

} // namespace regtt::kernel
