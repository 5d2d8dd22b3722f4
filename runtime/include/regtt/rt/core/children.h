/// Ways in which users keep children, for a Traversal's `children`: each calls
/// visit(slot, child) for what is there, slots counting the user's positions
/// from 0. Addresses are of the user's memory and need no alignment.
#pragma once

#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/tree.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace regtt::rt {

/// Pointers in [begin, end), as in an array, a std::vector<Node *> or one of
/// std::unique_ptr; null ones are absent. Both null: no children. Or pointers
/// `within` bytes into elements of `stride` bytes.
template <class Visit>
void eachPointer(const char *begin, const char *end, Visit &&visit,
                 std::size_t stride = sizeof(void *), std::size_t within = 0) {
  std::size_t slot = 0;
  for (const char *at = begin; at != end; at += stride, ++slot)
    if (const char *child = detail::pointerAt(at, within))
      visit(slot, reinterpret_cast<NodeRef>(child));
}

/// Objects in [begin, end), `stride` bytes from one to the next, as in a
/// std::vector<Node>.
template <class Visit>
void eachObject(const char *begin, const char *end, std::size_t stride,
                Visit &&visit) {
  std::size_t slot = 0;
  for (const char *at = begin; at != end; at += stride, ++slot)
    visit(slot, reinterpret_cast<NodeRef>(at));
}

/// Node numbers of type Number in [begin, end), where nodes are numbers. All of
/// them are nodes: one that no array has refuses the tree.
template <class Number, class Visit>
void eachNumber(const char *begin, const char *end, Visit &&visit) {
  static_assert(std::is_integral_v<Number>);
  std::size_t slot = 0;
  for (const char *at = begin; at != end; at += sizeof(Number), ++slot) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    visit(slot, static_cast<NodeRef>(number));
  }
}

/// The numbers from `first` on for which `isOne` holds. Throws a TreeFault
/// where it holds for the last one of the type, too: the user's loop then goes
/// on with the type's first one, or has no meaning.
template <class Number, class IsOne, class Visit>
void eachWhile(Number first, IsOne &&isOne, Visit &&visit) {
  static_assert(std::is_integral_v<Number>);
  std::size_t slot = 0;
  for (Number number = first; isOne(number); ++number, ++slot) {
    if (number == std::numeric_limits<Number>::max())
      detail::endlessNumbers(static_cast<NodeRef>(number));
    visit(slot, static_cast<NodeRef>(number));
  }
}

/// Nodes with the numbers that `for (Number c = first; c < last; ++c)` goes to,
/// where `c` is compared as `Compared`.
template <class Number, class Compared, class Visit>
void eachInRange(Number first, Compared last, Visit &&visit) {
  eachWhile(
      first, [&](Number c) { return static_cast<Compared>(c) < last; }, visit);
}

/// The same of `c <= last`.
template <class Number, class Compared, class Visit>
void eachUpTo(Number first, Compared last, Visit &&visit) {
  eachWhile(
      first, [&](Number c) { return static_cast<Compared>(c) <= last; }, visit);
}

/// The same of `c != last`. Throws a TreeFault where that is below `first`.
template <class Number, class Compared, class Visit>
void eachUntil(Number first, Compared last, Visit &&visit) {
  if (last < static_cast<Compared>(first))
    detail::endlessNumbers(
        static_cast<NodeRef>(std::numeric_limits<Number>::max()));
  eachInRange<Number, Compared>(first, last, visit);
}

/// Nodes with the numbers `Number(first + k)` for `k` from 0 on, less than
/// `count`.
template <class Number, class Count, class Visit>
void eachFrom(Number first, Count count, Visit &&visit) {
  static_assert(std::is_integral_v<Number> && std::is_integral_v<Count>);
  std::size_t slot = 0;
  for (Count k = 0; k < count; ++k, ++slot)
    visit(slot, static_cast<NodeRef>(
                    static_cast<Number>(static_cast<NodeRef>(first) + slot)));
}

/// A chain from `first` (null: no children) by the pointers `nextOffset` bytes
/// into each node: first child, next sibling. Throws a TreeFault where the
/// chain comes back to itself.
template <class Visit>
void eachSibling(const char *first, std::size_t nextOffset, Visit &&visit) {
  // Brent: a chain that never ends meets a node that is marked at positions
  // that double.
  const char *marked = nullptr;
  std::size_t markAt = 1;
  std::size_t slot = 0;
  for (const char *at = first; at; ++slot) {
    if (at == marked)
      detail::endlessSiblings(slot);
    if (slot == markAt) {
      marked = at;
      markAt *= 2;
    }
    visit(slot, reinterpret_cast<NodeRef>(at));
    at = detail::pointerAt(at, nextOffset);
  }
}

} // namespace regtt::rt
