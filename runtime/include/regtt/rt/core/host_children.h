/// Children as the user's node holds them: what a printed `children` function
/// looks at. They stand in an arrival record where its Children would, so that
/// a printed condition on the record can be asked before there are records.
#pragma once

#include <regtt/rt/core/children.h>
#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/target.h>

#include <cstddef>
#include <type_traits>

namespace regtt::rt {

/// Pointers to children, or numbers of them, in slots.
template <int NumSlots> struct HostSlots {
  NodeRef refs[NumSlots];

  /// Helpers that a condition calls ask it, too.
  REGTT_OP bool has(int slot) const { return refs[slot] != 0; }
};

/// A list's ends, or its first child; what a form does not use is null.
struct HostList {
  const char *first, *last;
};

/// Visits the pointers that are not null among `count` slots from `first`.
template <class Children, class Visit>
void eachSlot(const Children &children, int first, int count, Visit &&visit) {
  for (int slot = first; slot < first + count; ++slot)
    if (children.has(slot))
      visit(std::size_t(slot), children.refs[slot]);
}

/// The same of those for whose place, counted from 0, `isLookedAt(place)`
/// holds: what other slots hold may be anything.
template <class Children, class IsLookedAt, class Visit>
void eachSlotIf(const Children &children, int first, int count,
                IsLookedAt &&isLookedAt, Visit &&visit) {
  for (int slot = first; slot < first + count; ++slot)
    if (children.has(slot) && isLookedAt(slot - first))
      visit(std::size_t(slot), children.refs[slot]);
}

/// As eachPointer, for traversals that ask how many there are, or that do
/// something where a pointer is null: throws a TreeFault where the last one is,
/// since a list's end is its last child.
template <class Visit>
void eachPointerToLast(const char *begin, const char *end, Visit &&visit,
                       std::size_t stride = sizeof(void *),
                       std::size_t within = 0) {
  if (begin != end && !detail::pointerAt(end - stride, within))
    throw TreeFault{"a list of children ends with a null pointer"};
  eachPointer(begin, end, visit, stride, within);
}

/// The same where children are numbers: whether the place of the list that was
/// looked at last has a child.
struct LastPlace {
  bool isThere = true;

  template <class Visit>
  void visit(Visit &&visit, std::size_t slot, NodeRef child) {
    isThere = true;
    visit(slot, child);
  }
  /// Throws a TreeFault where it has none.
  void check() const {
    if (!isThere)
      throw TreeFault{"a list of children ends with a number of no node"};
  }
};

/// The address `offset` bytes into the node.
inline const char *inNode(NodeRef self, std::size_t offset) {
  return reinterpret_cast<const char *>(self) + offset;
}

/// The end of `count` elements of `bytes` bytes each. Throws a TreeFault where
/// the count is negative.
template <class Count>
const char *after(const char *begin, Count count, std::size_t bytes) {
  if constexpr (std::is_signed_v<Count>)
    if (count < 0)
      throw TreeFault{"a node has " + std::to_string(count) + " children"};
  return begin + std::size_t(count) * bytes;
}

} // namespace regtt::rt
