// What an iteration reaches besides the tree and its own objects, by the places
// that the loop's function knows it by.
#pragma once

#include "HostPlace.h"
#include "Object.h"

namespace regtt::recognise {

/// What all iterations see: an object behind a parameter or a global, or a
/// value.
struct SharedObject {
  std::string name;
  const ir::Type *type = nullptr;
  const ir::Global *global = nullptr;
  /// What the loop's call hands over: the value, or what leads to the object.
  /// Null of globals.
  const ir::Expr *first = nullptr;
  HostPlace at; ///< where it lies; nothing of values and what is not known
  bool isOfTree = false; ///< each tree has one of its own, with node arrays
  std::string text; ///< of an array, where the loop says more than its place
};

/// An array of Kernel::arrays that all iterations share.
struct SharedArray {
  HostPlace place;
  Object holder;
  const ir::Type *element = nullptr;
  unsigned number = 0;
  bool isRow = false; ///< what reaches it has a row of it
};

/// A write of an element that any iteration may write.
struct CombinedWrite {
  unsigned row = 0; ///< the datum
  ir::Location loc;
};

/// An operand that iterations find by their numbers: elements of an array.
struct OwnElement {
  HostPlace place;
  Object array;
  const ir::Type *type = nullptr;
  bool isIndirect = false; ///< elements are pointers to it
  unsigned operand = 0;
};

} // namespace regtt::recognise
