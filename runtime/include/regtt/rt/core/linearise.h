/// From the user's pointer tree to record arrays, on the host, in two passes:
/// `order` walks the tree once and numbers its nodes in preorder; `fill` writes
/// the records of any range of nodes, so that threads can share the work.
/// Where records lie (plain or pinned memory) is the caller's business.
#pragma once

#include <regtt/rt/core/tree.h>
#include <regtt/rt/host/address_set.h>
#include <regtt/rt/host/buffer.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace regtt::rt {

/// A tree in preorder; kept between calls for its memory.
struct Order {
  Buffer<const char *> nodes; ///< [numNodes] the user's node
  Buffer<Link> next;          ///< [numNodes] first node after the subtree
  std::size_t numNodes = 0;
  std::size_t depth = 0;    ///< nodes on the longest path from the root
  std::size_t unfolded = 0; ///< visits of nodes that were visited before

  struct Pending {
    const char *node;
    std::size_t level;
  };
  Buffer<Pending> pending;
  Buffer<Link> path;
  AddressSet visited;
  AddressSet onPath;
};

/// What `order` must know about the user's nodes.
struct TreeShape {
  const std::size_t *slotOffsets; ///< [numSlots] of the child pointers
  int numSlots;
  std::size_t granule; ///< a lower bound of a node's size in bytes
};

/// Where `order` gives up.
struct OrderLimits {
  std::size_t maxNodes = (std::size_t{1} << 32) - 2;
  std::size_t bytesPerNode = 0;   ///< of all records, besides the order itself
  std::size_t availableBytes = 0; ///< for order and records together
};

/// Memory that the system can still give, in bytes.
std::size_t availableMemory();

/// Numbers the tree under `root` (null: no nodes) in preorder, without
/// recursion. A node with several parents is visited once for each of them
/// (`unfolded` counts that). Returns an empty text, or why the tree is refused:
/// a node that is its own ancestor, or more nodes than `limits` allow.
std::string order(Order &order, const void *root, const TreeShape &shape,
                  const OrderLimits &limits);

namespace detail {

template <class Traversal> constexpr auto slotOffsets() {
  std::array<std::size_t, Traversal::numSlots> offsets{};
  std::size_t n = 0;
  for (const Slots &slots : Traversal::slots)
    for (int i = 0; i < slots.count; ++i)
      offsets[n++] = slots.offset + i * sizeof(void *);
  return offsets;
}

template <class Traversal> constexpr bool slotCountsAgree() {
  int n = 0;
  for (const Slots &slots : Traversal::slots)
    n += slots.count;
  return n == Traversal::numSlots;
}

/// The end of the last field that is known to lie in the node.
template <class Traversal, class Children> constexpr std::size_t nodeExtent() {
  std::size_t end = 1;
  for (std::size_t offset : slotOffsets<Traversal>())
    end = std::max(end, offset + sizeof(void *));
  for (const PointerField &pointer : Traversal::pointers)
    if (pointer.via < 0)
      end = std::max(end, pointer.offset + sizeof(void *));
  for (const NodeField &field : Traversal::template nodeFields<Children>)
    if (field.via < 0)
      end = std::max(end, field.offset + field.bytes);
  return end;
}

/// Whether the traversal reads through pointer P of the node with this arrival
/// record; a Traversal that does not say follows every pointer.
template <class Traversal, int P, class Record>
bool follows(const Record &record) {
  if constexpr (requires { Traversal::template follows<P>(record); })
    return Traversal::template follows<P>(record);
  else
    return true;
}

inline const char *pointerAt(const char *object, std::size_t offset) {
  const char *pointer;
  std::memcpy(&pointer, object + offset, sizeof pointer);
  return pointer;
}

} // namespace detail

template <class Traversal>
inline constexpr auto slotOffsets = detail::slotOffsets<Traversal>();

template <class Traversal, class Children> TreeShape shapeOf() {
  static_assert(detail::slotCountsAgree<Traversal>());
  return {slotOffsets<Traversal>.data(), Traversal::numSlots,
          detail::nodeExtent<Traversal, Children>()};
}

/// Record sizes of a traversal's groups, in bytes.
template <class Records> struct GroupSizes;
template <class... Groups> struct GroupSizes<Records<Groups...>> {
  static constexpr std::size_t bytes[] = {sizeof(Groups)...};
  static constexpr std::size_t total = (sizeof(Groups) + ...);
};

/// How the record arrays of `numNodes` nodes lie in one piece of memory.
template <class Records> struct RecordLayout {
  static constexpr std::size_t alignment = 256;
  std::array<std::size_t, Records::numGroups> offsets;
  std::size_t bytes = 0;

  explicit RecordLayout(std::size_t numNodes) {
    for (int g = 0; g < Records::numGroups; ++g) {
      offsets[g] = bytes;
      bytes += numNodes * GroupSizes<Records>::bytes[g];
      bytes = (bytes + alignment - 1) / alignment * alignment;
    }
  }

  /// The arrays at `memory`, which may be a device's.
  Records at(const void *memory) const {
    Records records;
    for (int g = 0; g < Records::numGroups; ++g)
      records.groups[g] = static_cast<const char *>(memory) + offsets[g];
    return records;
  }
};

/// Writes the records of the nodes of one tree.
template <class Traversal, class Children> class RecordFiller {
  using RecordsOf = typename Traversal::template Records<Children>;
  static constexpr int numPointers = int(Traversal::pointers.size());
  static constexpr int numFields =
      int(Traversal::template nodeFields<Children>.size());
  using Pointers = std::array<const char *, numPointers + 1>;
  using Arrival = typename RecordsOf::template Group<0>;

public:
  /// memory: laid out as RecordLayout says, written by fill(). Borrows both.
  RecordFiller(const Order &order, void *memory) : order(order) {
    const RecordLayout<RecordsOf> layout(order.numNodes);
    for (int g = 0; g < RecordsOf::numGroups; ++g)
      groups[g] = static_cast<char *>(memory) + layout.offsets[g];
  }

  /// Writes the records of nodes [first, last). Calls on disjoint ranges may
  /// run at the same time.
  void fill(std::size_t first, std::size_t last) const {
    for (std::size_t n = first; n < last; ++n) {
      const char *node = order.nodes[n];
      auto &record = reinterpret_cast<Arrival *>(groups[0])[n];
      setChildren(record.children, n, node);
      const auto fields = std::make_integer_sequence<int, numFields>();
      copyOwnFields(n, node, fields);
      const Pointers pointers = followPointers(
          node, record, std::make_integer_sequence<int, numPointers>());
      copyFieldsBehind(n, pointers, fields);
    }
  }

private:
  /// `record`: complete but for what lies behind pointers.
  template <int... P>
  static Pointers followPointers([[maybe_unused]] const char *node,
                                 [[maybe_unused]] const Arrival &record,
                                 std::integer_sequence<int, P...>) {
    Pointers pointers{};
    (follow<P>(node, record, pointers), ...);
    return pointers;
  }

  template <int P>
  static void follow(const char *node, const Arrival &record,
                     Pointers &pointers) {
    constexpr PointerField field = Traversal::pointers[P];
    static_assert(field.via < P, "a pointer is reached through earlier ones");
    if (!detail::follows<Traversal, P>(record))
      return;
    if constexpr (field.via < 0)
      pointers[P] = detail::pointerAt(node, field.offset);
    else if (pointers[field.via])
      pointers[P] = detail::pointerAt(pointers[field.via], field.offset);
  }

  template <int... F>
  void copyOwnFields(std::size_t n, const char *node,
                     std::integer_sequence<int, F...>) const {
    (copyOwnField<F>(n, node), ...);
  }

  template <int F> void copyOwnField(std::size_t n, const char *node) const {
    constexpr NodeField field = Traversal::template nodeFields<Children>[F];
    if constexpr (field.via < 0)
      std::memcpy(place<F>(n), node + field.offset, field.bytes);
  }

  template <int... F>
  void copyFieldsBehind(std::size_t n, const Pointers &pointers,
                        std::integer_sequence<int, F...>) const {
    (copyFieldBehind<F>(n, pointers), ...);
  }

  template <int F>
  void copyFieldBehind(std::size_t n, const Pointers &pointers) const {
    constexpr NodeField field = Traversal::template nodeFields<Children>[F];
    if constexpr (field.via >= 0) {
      if (const char *object = pointers[field.via])
        std::memcpy(place<F>(n), object + field.offset, field.bytes);
      else
        std::memset(place<F>(n), 0, field.bytes);
    }
  }

  template <int F> char *place(std::size_t n) const {
    constexpr NodeField field = Traversal::template nodeFields<Children>[F];
    constexpr std::size_t size = GroupSizes<RecordsOf>::bytes[field.group];
    return static_cast<char *>(groups[field.group]) + n * size + field.record;
  }

  template <int N>
  void setChildren(Links<N> &children, std::size_t n, const char *node) const {
    Link child = Link(n + 1);
    for (int s = 0; s < N; ++s) {
      const bool there = detail::pointerAt(node, slotOffsets<Traversal>[s]);
      children.link[s] = there ? child : none;
      if (there && s + 1 < N)
        child = order.next[child];
    }
  }

  template <int N>
  void setChildren(Rope<N> &children, std::size_t n, const char *node) const {
    children.next = order.next[n];
    children.present = 0;
    for (int s = 0; s < N; ++s)
      if (detail::pointerAt(node, slotOffsets<Traversal>[s]))
        children.present |= std::uint32_t{1} << s;
  }

  const Order &order;
  std::array<char *, RecordsOf::numGroups> groups;
};

} // namespace regtt::rt
