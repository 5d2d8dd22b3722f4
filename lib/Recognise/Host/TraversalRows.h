// Which rows of a kernel's tables an access of the traversals is, by the fields
// that it goes through: what the runtime has of it, and compares.
//
//     %q->[%i].count      own data `count` of operand 0
//     %root->left->x      data `x` of the node
//     anything.count      either
#pragma once

#include "../Recogniser.h"

#include "regtt/Analysis/Region.h"

namespace regtt::recognise {

struct TraversalRows {
  std::vector<unsigned> own;      ///< into Kernel::data: of operands
  std::vector<unsigned> nodes;    ///< into Kernel::data: of the node
  std::vector<unsigned> elements; ///< into Kernel::data: of arrays' elements
  std::vector<unsigned> uniforms; ///< into Kernel::uniforms
  std::vector<unsigned> slots;    ///< into Kernel::slots: numbers of children
  /// It leads to a child, to data behind a pointer, or to an array's elements:
  /// it is followed once, ahead of all calls.
  bool isFollowed = false;

  bool isNone() const {
    return own.empty() && nodes.empty() && elements.empty() &&
           uniforms.empty() && slots.empty() && !isFollowed;
  }
};

TraversalRows rowsOf(const Recogniser &recogniser, const ir::Region &region);

} // namespace regtt::recognise
