/// Records of a linearised tree: how their arrays lie in memory, and how one
/// node's are written from the user's data.
#pragma once

#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/core/tree.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// Record sizes of a traversal's groups, in bytes.
template <class Records> struct GroupSizes;
template <class... Groups> struct GroupSizes<Records<Groups...>> {
  static constexpr std::size_t bytes[sizeof...(Groups)] = {sizeof(Groups)...};
};

/// How one tree's record arrays, and its pool of child lists, lie in one piece
/// of memory.
template <class Records> struct RecordLayout {
  using Children =
      std::remove_cvref_t<decltype(Records::template Group<0>::children)>;
  static constexpr bool hasPool = std::is_same_v<Children, ChildList>;
  static constexpr bool split = detail::isSplitRope<Children>;
  static constexpr std::size_t alignment = 256;

  std::array<std::size_t, Records::numGroups> offsets;
  std::size_t poolOffset = 0;     ///< of links
  std::size_t childrenOffset = 0; ///< of split records
  std::size_t bytes = 0;
  Link end = none; ///< as in Records

  explicit RecordLayout(const Order &order) {
    for (int g = 0; g < Records::numGroups; ++g)
      offsets[g] = place(order.numNodes * stride(g));
    if constexpr (split) {
      childrenOffset =
          place(order.numNodes * sizeof(typename Children::Stored));
      poolOffset = place(order.numNodes * sizeof(Link));
      end = Link(order.numNodes);
    }
    if (hasPool)
      poolOffset = place(order.poolLinks * sizeof(Link));
  }

  /// The arrays at `memory`, which may be a device's. `isFull`: as in Records.
  Records at(const void *memory, bool isFull = false) const {
    Records records;
    records.end = end;
    records.isFull = isFull;
    for (int g = 0; g < Records::numGroups; ++g)
      records.groups[g] = static_cast<const char *>(memory) + offsets[g];
    records.links = nullptr;
    records.children = nullptr;
    if (split)
      records.children = static_cast<const char *>(memory) + childrenOffset;
    if (hasPool || split)
      records.links = reinterpret_cast<const Link *>(
          static_cast<const char *>(memory) + poolOffset);
    return records;
  }

  /// Bytes from one node's record in group g to the next one's.
  static constexpr std::size_t stride(int g) {
    if constexpr (split)
      if (g == 0)
        return detail::dataStride<typename Records::template Group<0>>();
    return GroupSizes<Records>::bytes[g];
  }

private:
  std::size_t place(std::size_t size) {
    const std::size_t offset = bytes;
    bytes += (size + alignment - 1) / alignment * alignment;
    return offset;
  }
};

namespace detail {

/// Whether the traversal reads through pointer P of the node with this arrival
/// record; a Traversal that does not say follows every pointer.
template <class Traversal, int P, class Record>
bool follows(const Record &record) {
  if constexpr (requires { Traversal::template follows<P>(record); })
    return Traversal::template follows<P>(record);
  else
    return true;
}

/// One node's children, position by position.
struct Family {
  const Link *numbers; ///< [count] none: a null child
  std::size_t count;
  std::size_t place; ///< of numbers[0]

  Link link(std::size_t i) const { return i < count ? numbers[i] : none; }
};

/// Each writes a node's children and returns whether no number is `unmet`.
template <int N>
bool setChildren(Links<N> &children, const Family &family, Link) {
  bool met = true;
  for (int s = 0; s < N; ++s) {
    children.link[s] = family.link(s);
    met &= children.link[s] != unmet;
  }
  return met;
}
template <int N>
bool setChildren(Rope<N> &children, const Family &family, Link after) {
  children.next = after;
  children.present = 0;
  for (int s = 0; s < N; ++s)
    children.present |= std::uint32_t(family.link(s) != none) << s;
  return after != unmet;
}
inline bool setChildren(ChildList &children, const Family &family, Link) {
  children.first = Link(family.place);
  children.count = std::uint32_t(family.count);
  return true; // the pool is the places' numbers
}
inline bool setChildren(RopeList &children, const Family &family, Link after) {
  children.next = after;
  children.count = std::uint32_t(family.count);
  return after != unmet;
}

/// What was numbered from 0 is now numbered from `base`, of `numNodes` in all.
inline Link moved(Link number, Link base) {
  return number == none ? none : number + base;
}
inline Link movedRope(Link next, Link base, std::size_t numNodes) {
  return next == none || next + base == numNodes ? none : next + base;
}
template <int N>
void moveChildren(Links<N> &children, Link base, std::size_t, std::size_t) {
  for (Link &link : children.link)
    link = moved(link, base);
}
template <int N>
void moveChildren(Rope<N> &children, Link base, std::size_t numNodes,
                  std::size_t) {
  children.next = movedRope(children.next, base, numNodes);
}
inline void moveChildren(ChildList &children, Link, std::size_t,
                         std::size_t poolBase) {
  children.first += Link(poolBase);
}
inline void moveChildren(RopeList &children, Link base, std::size_t numNodes,
                         std::size_t) {
  children.next = movedRope(children.next, base, numNodes);
}

} // namespace detail

/// Writes records of single nodes.
template <class Traversal, class Children> class RecordWriter {
public:
  using RecordsOf = typename Traversal::template Records<Children>;
  using Arrival = typename RecordsOf::template Group<0>;
  using Reader = NodeReader<Traversal>;
  /// Where the record of node 0 of each group is.
  using Places = std::array<std::byte *, RecordsOf::numGroups>;

  explicit RecordWriter(const Reader &reader) : reader(reader) {}

  static Arrival &arrival(const Places &places, std::size_t n) {
    return reinterpret_cast<Arrival *>(places[0])[n];
  }

  /// Writes the records of node number `n`. Returns whether they are complete:
  /// no number is unmet.
  bool write(const Places &places, std::size_t n, NodeRef node,
             const detail::Family &family, Link after) const {
    if constexpr (!holdsClass())
      reader.checkClass(node);
    Arrival &record = arrival(places, n);
    const bool complete = setChildren(record.children, family, after);
    const auto fields = std::make_integer_sequence<int, numFields>();
    copyOwnFields(places, n, node, fields);
    if constexpr (detail::hasInvariants<Traversal>)
      copyInvariants(places, n, reader.invariants(node), fields);
    const Pointers pointers =
        followPointers(places, n, node,
                       std::make_integer_sequence<int, Reader::numPointers>());
    reader.lookAt(node, pointers);
    return complete;
  }

private:
  using Pointers = typename Reader::Pointers;
  static constexpr int numFields =
      int(Traversal::template nodeFields<Children>.size());

  /// Whether a record says of which class its node is.
  static constexpr bool holdsClass() {
    for (const NodeField &field : Traversal::template nodeFields<Children>)
      if (field.isClass)
        return true;
    return false;
  }

  /// Whether field f lies right behind field f - 1, in the user's object and in
  /// the record: both are copied as one.
  static constexpr bool continues(int f) {
    const auto &fields = Traversal::template nodeFields<Children>;
    if (f == 0 || f == numFields)
      return false;
    const NodeField &last = fields[std::size_t(f - 1)],
                    &next = fields[std::size_t(f)];
    return last.group == next.group && last.via == next.via &&
           last.via != ownRef && last.bits.width == 0 && next.bits.width == 0 &&
           !last.address && !next.address && !last.isClass && !next.isClass &&
           last.offset + last.bytes == next.offset &&
           last.record + last.bytes == next.record;
  }

  /// Field f and those that continue it, as one; no bytes where f continues
  /// another.
  static constexpr NodeField joined(int f) {
    const auto &fields = Traversal::template nodeFields<Children>;
    NodeField result = fields[std::size_t(f)];
    if (continues(f))
      result.bytes = 0;
    else
      while (continues(++f))
        result.bytes += fields[std::size_t(f)].bytes;
    return result;
  }

  /// What a pointer leads to is in the record before the next one is followed,
  /// which may depend on it. The record is complete but for that.
  template <int... P>
  Pointers followPointers([[maybe_unused]] const Places &places,
                          [[maybe_unused]] std::size_t n,
                          [[maybe_unused]] NodeRef node,
                          std::integer_sequence<int, P...>) const {
    Pointers pointers{};
    (follow<P>(places, n, node, pointers), ...);
    return pointers;
  }

  template <int P>
  void follow(const Places &places, std::size_t n, NodeRef node,
              Pointers &pointers) const {
    constexpr bool needed = detail::pointersTo<Traversal>(
        Traversal::template nodeFields<Children>)[P];
    if constexpr (needed) {
      if (detail::follows<Traversal, P>(arrival(places, n)))
        pointers[P] = reader.template pointer<P>(node, pointers);
      copyFieldsBehind<P>(places, n, pointers[P],
                          std::make_integer_sequence<int, numFields>());
    }
  }

  template <int... F>
  void copyOwnFields([[maybe_unused]] const Places &places,
                     [[maybe_unused]] std::size_t n,
                     [[maybe_unused]] NodeRef node,
                     std::integer_sequence<int, F...>) const {
    (copyOwnField<F>(places, n, node), ...);
  }

  template <int F>
  void copyOwnField(const Places &places, std::size_t n, NodeRef node) const {
    constexpr NodeField field = joined(F);
    if constexpr (field.via < 0 && field.via != computed && field.bytes != 0)
      reader.template copyOwn<field.via>(place<F>(places, n), node, field);
  }

  template <class Invariants, int... F>
  void copyInvariants(const Places &places, std::size_t n,
                      const Invariants &invariants,
                      std::integer_sequence<int, F...>) const {
    (copyInvariant<F>(places, n, invariants), ...);
  }

  template <int F, class Invariants>
  void copyInvariant(const Places &places, std::size_t n,
                     const Invariants &invariants) const {
    constexpr NodeField field = joined(F);
    if constexpr (field.via == computed && field.bytes != 0)
      std::memcpy(place<F>(places, n),
                  reinterpret_cast<const char *>(&invariants) + field.offset,
                  field.bytes);
  }

  template <int P, int... F>
  void copyFieldsBehind(const Places &places, std::size_t n, const char *object,
                        std::integer_sequence<int, F...>) const {
    (copyFieldBehind<P, F>(places, n, object), ...);
  }

  template <int P, int F>
  void copyFieldBehind([[maybe_unused]] const Places &places,
                       [[maybe_unused]] std::size_t n,
                       [[maybe_unused]] const char *object) const {
    constexpr NodeField field = joined(F);
    if constexpr (field.via == P && field.bytes != 0) {
      if (object)
        detail::copyField(place<F>(places, n), object + field.offset, field);
      else
        std::memset(place<F>(places, n), 0, heldBytes(field));
    }
  }

  template <int F>
  static std::byte *place(const Places &places, std::size_t n) {
    constexpr NodeField field = Traversal::template nodeFields<Children>[F];
    constexpr std::size_t size = GroupSizes<RecordsOf>::bytes[field.group];
    return places[field.group] + n * size + field.record;
  }

  const Reader &reader;
};

} // namespace regtt::rt
