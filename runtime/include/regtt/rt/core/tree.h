/// The linearised tree: what a slice says about the user's nodes, and what an
/// operator sees of them. Filling lives in linearise.h.
///
/// A node is known by its number in depth-first preorder (its Link). Its data
/// lies in one or more records ("groups"): group 0 is read on every arrival and
/// holds the children; later groups are read only on some paths.
#pragma once

#include <regtt/rt/core/bits.h>
#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// A node's number in the linearised tree.
using Link = std::uint32_t;

/// The null child.
inline constexpr Link none = ~Link{0};

/// How the host knows one of the user's nodes: by the address of its object,
/// or by its number where nodes are elements of arrays.
using NodeRef = std::intptr_t;

/// `count` child pointers, `offset` bytes into the user's node and `stride`
/// bytes from one to the next.
struct Slots {
  std::size_t offset;
  int count;
  std::size_t stride = sizeof(void *);
};

/// A pointer that node data is reached through, `offset` bytes into the object
/// that `via` names: pointer number `via`; -1: the node's own object, or its
/// element of node array 0; -2: its element of node array 1; and so on. It is
/// followed where the Traversal's `follows<P>(record)`, if there is one, says
/// that the traversal reads through it; elsewhere it may hold anything. `here`:
/// it leads to these bytes themselves, where an array begins.
struct PointerField {
  int via;
  std::size_t offset;
  bool here = false;
};

/// `bytes` bytes of node data: from `offset` bytes into the object that `via`
/// names (as in PointerField; `ownRef`: the node's NodeRef itself, lowest bytes
/// first; `computed`: its Traversal::Invariants), to `record` bytes into group
/// `group`. Where a pointer on the way is null the record holds zeros.
struct NodeField {
  int group;
  std::size_t record;
  int via;
  std::size_t offset;
  std::size_t bytes;
  BitRange bits = {};   ///< of a bit-field, in these bytes
  bool address = false; ///< held is where these bytes lie, not what they are
  bool isClass = false; ///< held is the number of the class that they tell
};

/// The `via` of a node's own number or address.
inline constexpr int ownRef = -(1 << 30);

/// The `via` of what linearising computes: a field of Traversal::Invariants.
inline constexpr int computed = ownRef + 1;

/// The `via` of whether the node's number is outside of the node arrays, a bool
/// (`goesOutside`, nodes.h).
inline constexpr int outside = ownRef + 2;

/// The operand of a field that holds the loop variable's value.
inline constexpr int iterationNumber = -1;

/// `bytes` bytes of operand `operand`'s object, `offset` bytes into it, held
/// `record` bytes into a Query or a Result; or an integer, the loop variable.
/// `address`: held is where these bytes lie, not what they are. `container`:
/// these bytes are that container of the site, and held is an rt::List or
/// rt::Heap of its elements; or, where `appended` is not 0, an rt::Appended of
/// elements of so many bytes, and in a Result an AppendedResult.
struct ObjectField {
  int operand;
  std::size_t record;
  std::size_t offset;
  std::size_t bytes;
  bool address = false;
  BitRange bits = {}; ///< of a bit-field, in these bytes
  int container = -1;
  std::size_t appended = 0;
};

/// A container that only a query's program knows, and that is gone with it: an
/// rt::List or rt::Heap in a Query, of which a Result keeps the rt::ListHead.
struct KeptContainer {
  std::size_t record; ///< where it lies in a Query
  std::size_t result; ///< and in a Result
  const char *name;   ///< as the user writes it
  std::size_t bound;  ///< the elements that it has room for
};

namespace detail {
template <class Traversal> constexpr bool appendsLists() {
  for (const ObjectField &field : Traversal::resultFields)
    if (field.appended != 0)
      return true;
  return false;
}
} // namespace detail

/// Whether iterations add to lists of any length (core/list.h, Appended).
template <class Traversal>
inline constexpr bool appendsLists = detail::appendsLists<Traversal>();

/// `bytes` bytes of a node's data, `offset` bytes into the node or, if `via` is
/// not below 0, into what pointer `via` leads to, that iterations may write.
struct WatchedField {
  int via;
  std::size_t offset;
  std::size_t bytes;
  const char *name; ///< as the user writes it
};

/// Children as links, for engines that keep ropes on a stack.
template <int NumSlots> struct Links {
  Link link[NumSlots];

  /// Whether child `slot` is there. `slot` may be known at run time only.
  REGTT_OP bool has(int slot) const { return (*this)[slot] != none; }

  /// The child in `slot`; selects instead of indexing, so that a record held in
  /// registers stays there: of values, since ?: of two variables is one of
  /// their addresses.
  REGTT_OP Link operator[](int slot) const {
    Link chosen = link[0];
    for (int s = 1; s < NumSlots; ++s) {
      const Link other = link[s];
      if (s == slot)
        chosen = other;
    }
    return chosen;
  }
};

/// Children as a static rope, for engines that keep ropes in the tree
/// (Goldfarb 2013, section 2; Wu 2019, SR).
template <int NumSlots> struct Rope {
  static_assert(NumSlots <= 32, "the presence mask has 32 bits");
  Link next;             ///< where to go when the subtree is skipped or done
  std::uint32_t present; ///< bit s: child s is there

  REGTT_OP bool has(int slot) const { return (present >> slot & 1u) != 0; }

  /// Not a link that can be followed: tells `none` from "there".
  REGTT_OP Link operator[](int slot) const { return has(slot) ? 0 : none; }
};

/// The same rope, of records that are split in three arrays: one of the nodes'
/// data; one of where to go next, which only those ask for who do not go down;
/// and one of which children are there. In a *full* tree, whose nodes have all
/// children or none, the second says both: a rope to the next number is a
/// leaf's.
template <int NumSlots> struct SplitRope : Rope<NumSlots> {
  static constexpr std::uint32_t all = ~std::uint32_t{0} >> (32 - NumSlots);

  /// As it lies in its array.
  using Stored = std::conditional_t<
      NumSlots <= 8, std::uint8_t,
      std::conditional_t<NumSlots <= 16, std::uint16_t, std::uint32_t>>;
};

/// Any number of children, as links in a pool, for engines that keep ropes on a
/// stack.
struct ChildList {
  Link first;          ///< where in the pool
  std::uint32_t count; ///< the user's positions up to the last child
};

/// Any number of children, as a static rope.
struct RopeList {
  Link next;           ///< where to go when the subtree is skipped or done
  std::uint32_t count; ///< as in ChildList
};

/// Roots of the trees that a query program enters, in the groups that its text
/// names: an array of roots is one, `root` by itself is one.
template <int NumGroups> struct Roots {
  const Link *links; ///< group after group; none: a root that is null
  std::uint32_t first[NumGroups];

  /// Root `index` of a group.
  REGTT_OP Link at(int group, std::uint32_t index) const {
    return loadRecord(links + (first[group] + index));
  }
};

/// Whether what a query does is not one traversal of one tree, but a program of
/// its own, the loop's body, that enters trees by their roots. A Traversal says
/// so by
///
///   static constexpr int numRootGroups = N;
///
/// and its operator has `rt::Roots<N> roots` and `program(query, calls)`, which
/// hands each call to `calls.visit(root, args)` and goes on when it is done.
template <class Traversal>
inline constexpr bool hasProgram = requires { Traversal::numRootGroups; };

namespace detail {
template <int I, class First, class... Rest> struct Nth {
  using type = typename Nth<I - 1, Rest...>::type;
};
template <class First, class... Rest> struct Nth<0, First, Rest...> {
  using type = First;
};
} // namespace detail

namespace detail {
template <class Children> inline constexpr bool isSplitRope = false;
template <int NumSlots>
inline constexpr bool isSplitRope<SplitRope<NumSlots>> = true;

template <class Record>
using ChildrenIn =
    std::remove_cvref_t<decltype(std::declval<Record>().children)>;

/// Whether an arrival record is split.
template <class Record>
inline constexpr bool isSplit = isSplitRope<ChildrenIn<Record>>;

/// Bytes from one node's data to the next one's in a split record: what lies
/// before the children, up to the widest load.
template <class Record> constexpr std::size_t dataStride() {
  constexpr std::size_t bytes = offsetof(Record, children);
  constexpr std::size_t width = bytes > 8 ? 16 : bytes > 4 ? 8 : 4;
  return (bytes + width - 1) / width * width;
}

/// A split record; but for where to go next, where the children alone say which
/// are there.
template <class Record, class Records>
REGTT_OP Record loadSplit(const Records &tree, Link n) {
  using Children = ChildrenIn<Record>;
  using Stored = typename Children::Stored;
  Record record;
  constexpr std::size_t stride = dataStride<Record>();
  if constexpr (stride != 0)
    loadBytes<stride>(&record,
                      static_cast<const char *>(tree.groups[0]) + n * stride);
  if (tree.isFull) {
    record.children.next = loadNumber(tree.links + n);
    record.children.present = record.children.next == n + 1 ? 0 : Children::all;
  } else {
    record.children.next = none;
    record.children.present =
        loadNumber(static_cast<const Stored *>(tree.children) + n);
  }
  return record;
}
} // namespace detail

/// The record arrays of one linearised tree, on one memory.
/// groups[g]: [numNodes] records of the g-th type, in preorder. Where they
/// are split, of group 0 its data alone; `links` are [numNodes] nodes to go to
/// next.
template <class... Groups> struct Records {
  static constexpr int numGroups = sizeof...(Groups);
  template <int G> using Group = typename detail::Nth<G, Groups...>::type;

  const void *groups[numGroups];
  const Link *links;    ///< the pool of child lists; null where there are none
  const void *children; ///< [numNodes] of split records; else null
  Link end;    ///< of split records: where the last rope leads; else none
  bool isFull; ///< of split records: no node has but some of its children

  /// Group G of node `n`: a reference on a CPU, a copy made by the widest
  /// loads on a GPU.
  template <int G> REGTT_OP decltype(auto) load(Link n) const {
    if constexpr (G == 0 && detail::isSplit<Group<0>>)
      return detail::loadSplit<Group<0>>(*this, n);
    else
      return loadRecord(static_cast<const Group<G> *>(groups[G]) + n);
  }

  /// Group G of node `n` where it lies, for records with arrays that are
  /// indexed at run time.
  template <int G> REGTT_OP const Group<G> &inPlace(Link n) const {
    static_assert(G != 0 || !detail::isSplit<Group<0>>,
                  "a split record is nowhere as a whole");
    return static_cast<const Group<G> *>(groups[G])[n];
  }

  /// Where a static rope leads from node `n`, of which this is the record.
  template <class Record>
  REGTT_OP Link after([[maybe_unused]] const Record &record,
                      [[maybe_unused]] Link n) const {
    if constexpr (detail::isSplit<Record>)
      return isFull ? record.children.next : loadNumber(links + n);
    else
      return record.children.next;
  }

  /// The child at position i; none where it is null, as those after the last
  /// one are, which the list does not hold.
  REGTT_OP Link child(const ChildList &list, std::uint32_t i) const {
    return i < list.count ? loadRecord(links + (list.first + i)) : none;
  }
  /// Not a link that can be followed: says that the list has children; those
  /// that are not there are passed over.
  REGTT_OP Link child(const RopeList &list, std::uint32_t) const {
    return list.count != 0 ? 0 : none;
  }
};

} // namespace regtt::rt
