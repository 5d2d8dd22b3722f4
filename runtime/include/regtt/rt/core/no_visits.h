/// What a launcher finds of a tree where iterations call no traversal: an
/// irregular nested loop (Wu 2019, chapter 3). Their whole work is a program
/// without calls:
///
///     struct Traversal : rt::NoVisits {
///       ...
///       template <class Children>
///       struct Operator : rt::NothingToVisit<Children> {
///         ...
///         REGTT_OP void program(Query &query) const { ... }
///       };
///     };
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/tree.h>

#include <array>

namespace regtt::rt {

namespace detail {
/// The record of a node of no tree. No member of what a Traversal inherits may
/// have a name that users give their structs.
template <class Children> struct NoNode {
  Children children;
};
} // namespace detail

/// The part of a Traversal that is about nodes: there are none.
struct NoVisits {
  using Args = NoArgs;
  enum : bool { visitsNothing = true };
  static constexpr int numRootGroups = 1; ///< an empty one
  static constexpr int numSlots = 0;
  static constexpr int maxRopes = 0;
  static constexpr bool hasGuards = false;
  static constexpr std::array<Slots, 0> slots = {};
  static constexpr std::array<PointerField, 0> pointers = {};
  template <class Children>
  using Records = rt::Records<detail::NoNode<Children>>;
  template <class Children>
  static constexpr std::array<NodeField, 0> nodeFields = {};
};

/// The same part of its Operator.
template <class Children> struct NothingToVisit {
  NoVisits::Records<Children> tree;
  Roots<NoVisits::numRootGroups> roots;
};

namespace detail {
template <class Traversal> inline constexpr bool visitsNothing = false;
template <class Traversal>
  requires requires { Traversal::visitsNothing; }
inline constexpr bool visitsNothing<Traversal> = Traversal::visitsNothing;
} // namespace detail

} // namespace regtt::rt
