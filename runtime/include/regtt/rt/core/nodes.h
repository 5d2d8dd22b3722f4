/// The user's nodes as linearising reads them, on the host: where a node's data
/// lies, and which children it has, by what the Traversal says.
///
/// Nodes are objects, known by address, or, where the Traversal has
///
///   static constexpr int numNodeArrays = N;       // above 0
///   static constexpr bool nodesAreNumbers = true; // or this, N may be 0
///
/// elements of the call's first N arrays, known by number (an array of structs:
/// 1; parallel arrays: more; an implicit tree without data: 0). Children are
/// found in one of two ways. `slots` names pointers in the node. Else
///
///   struct Links { ... };  // plain data, gathered for each node
///   static constexpr std::array<rt::NodeField, n> linkFields; // group 0
///   template <class Visit>
///   static void children(const Links &n, rt::NodeRef self, const Uniforms &u,
///                        Visit &&visit);
///
/// calls visit(slot, child) for each child, slots ascending; a slot that is not
/// visited is absent. Pointers on the way to linkFields are followed where
/// `followsLinks<P>(links)`, if there is one, says so; `links` then holds what
/// the node itself and earlier pointers gave.
///
/// What depends on the node and uniforms alone may be computed once for each
/// node (nodeFields with `via` rt::computed):
///
///   struct Source { ... };     // plain data, the node's own
///   struct Invariants { ... }; // plain data
///   static constexpr std::array<rt::NodeField, n> sourceFields; // group 0
///   static void invariants(const Source &n, const Uniforms &u,
///                          Invariants &kept);
///
/// A traversal that a query program calls (`numRoots`, tree.h) has several
/// trees, each with node arrays of its own where `isForest` says so; any other
/// one tree, whose root may be absent.
///
/// `static constexpr std::size_t classOffset = N;` says that the traversal asks
/// of which class a node is, by what lies at that offset (`isClass` in a row of
/// fields); a node of no class that the call's `class_of` knows is a fault.
///
/// `static NodeRef firstNumber(const Uniforms &);`, beside numNodeArrays above
/// 0 and no isForest, says whose number the first element of each node array
/// is.
///
/// `static constexpr bool goesOutside = true;`, beside numNodeArrays above 0
/// and no isForest, says that children's numbers may be outside of the arrays:
/// such a node has no children, and its record holds zeros, but for its number
/// and for nodeFields with `via` rt::outside, which say so.
///
/// `static constexpr bool comparesChildren = true;` says that the traversal
/// asks whether two children are the same node.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace regtt::rt {

/// Thrown where what the user's nodes hold is no tree.
struct TreeFault {
  std::string why;
};

class WriteWatch;

/// A node of a forest whose trees have node arrays of their own (`isForest`): a
/// number, and which of the trees it is in.
struct ForestNode {
  static constexpr int numberBits = 40;
  static constexpr NodeRef mostNumber = (NodeRef(1) << numberBits) - 1;
  static constexpr NodeRef mostTree = (NodeRef(1) << (62 - numberBits)) - 1;

  static NodeRef join(NodeRef tree, NodeRef number) {
    return tree << numberBits | number;
  }
  static std::size_t tree(NodeRef node) {
    return std::size_t(node >> numberBits);
  }
  static NodeRef number(NodeRef node) { return node & mostNumber; }
};

/// One tree of the user's, or several. Borrows everything.
struct UserTree {
  NodeRef root; ///< of one tree
  const regtt_array *arrays = nullptr;
  const void *uniforms = nullptr; ///< a Traversal's Uniforms; may be null
  WriteWatch *watch = nullptr;    ///< of its `watchedFields`; may be null
  /// Of a Traversal with a query program: distinct nodes. [numTrees]
  std::span<const NodeRef> roots = {};
  /// Of a forest: the node arrays of each tree. [trees][numNodeArrays]
  const regtt_array *forest = nullptr;
  regtt_class_of classOf = nullptr; ///< of a Traversal with a classOffset
};

namespace detail {

template <class Traversal> constexpr int numNodeArrays() {
  if constexpr (requires { Traversal::numNodeArrays; })
    return Traversal::numNodeArrays;
  else
    return 0;
}

template <class Traversal> constexpr bool nodesAreNumbers() {
  if constexpr (requires { Traversal::nodesAreNumbers; })
    return Traversal::nodesAreNumbers;
  else
    return numNodeArrays<Traversal>() > 0;
}

/// Whether each tree has node arrays of its own:
///
///   static constexpr bool isForest = true; // beside numNodeArrays
template <class Traversal> constexpr bool isForest() {
  if constexpr (requires { Traversal::isForest; })
    return Traversal::isForest;
  else
    return false;
}

template <class Traversal> constexpr bool hasChildList() {
  if constexpr (requires { Traversal::hasChildList; })
    return Traversal::hasChildList;
  else
    return false;
}

template <class Traversal> constexpr bool comparesChildren() {
  if constexpr (requires { Traversal::comparesChildren; })
    return Traversal::comparesChildren;
  else
    return false;
}

template <class Traversal> constexpr bool goesOutside() {
  if constexpr (requires { Traversal::goesOutside; })
    return Traversal::goesOutside;
  else
    return false;
}

/// Whether `children` says what a node's children are, not `slots`.
template <class Traversal> constexpr bool hasLinks() {
  return requires { typename Traversal::Links; };
}

template <class Traversal> constexpr auto listSlotOffsets() {
  std::array<std::size_t, Traversal::numSlots> offsets{};
  std::size_t n = 0;
  for (const Slots &slots : Traversal::slots)
    for (int i = 0; i < slots.count; ++i)
      offsets[n++] = slots.offset + i * slots.stride;
  return offsets;
}

template <class Traversal>
inline constexpr auto slotOffsets = listSlotOffsets<Traversal>();

template <class Traversal> constexpr bool slotCountsAgree() {
  int n = 0;
  for (const Slots &slots : Traversal::slots)
    n += slots.count;
  return n == Traversal::numSlots;
}

/// The pointers that `fields` lie behind, and those on the way to them.
template <class Traversal, class Fields>
constexpr auto pointersTo(const Fields &fields) {
  constexpr std::size_t count = Traversal::pointers.size();
  std::array<bool, count + 1> needed{};
  for (const NodeField &field : fields)
    if (field.via >= 0)
      needed[std::size_t(field.via)] = true;
  for (std::size_t p = count; p-- > 0;)
    if (needed[p] && Traversal::pointers[p].via >= 0)
      needed[std::size_t(Traversal::pointers[p].via)] = true;
  return needed;
}

/// Whether linearising computes data of a node's.
template <class Traversal>
inline constexpr bool hasInvariants =
    requires { typename Traversal::Invariants; };

/// Whether iterations may write what records are made of.
template <class Traversal>
inline constexpr bool watchesNodes =
    requires { Traversal::watchedFields.size(); };

/// Whether they may write the numbers of children that lie in lists:
///
///   static constexpr bool watchesLists = true;
///
/// Then `watchedLists(links, uniforms, look)` calls look(begin, end, name) for
/// each list.
template <class Traversal> constexpr bool watchesLists() {
  if constexpr (requires { Traversal::watchesLists; })
    return Traversal::watchesLists;
  else
    return false;
}

/// Has `watch` look at these bytes.
void look(WriteWatch &watch, const void *at, std::size_t size,
          const char *name);

/// A field of the record, from where it lies in the user's object.
inline void copyField(void *to, const char *at, const NodeField &field) {
  if (field.address)
    std::memcpy(to, &at, sizeof at);
  else
    copyIn(to, at, field);
}

/// Throws a TreeFault that names the class.
[[noreturn]] void unknownClass(const char *name);

/// The number of the class of the object at `at`.
inline void copyClass(void *to, const char *at, regtt_class_of classOf) {
  const char *name = nullptr;
  const std::int32_t number = classOf(at, &name);
  if (number < 0) [[unlikely]]
    unknownClass(name);
  std::memcpy(to, &number, sizeof number);
}

inline const char *pointerAt(const char *object, std::size_t offset) {
  const char *pointer;
  std::memcpy(&pointer, object + offset, sizeof pointer);
  return pointer;
}

/// Throws a TreeFault that names the number.
[[noreturn]] void noSuchNode(NodeRef node, std::size_t numNodes, NodeRef first);
[[noreturn]] void tooGreat(NodeRef node, NodeRef most);

/// Throws a TreeFault: a node has one child twice, which is compared.
[[noreturn]] void sharedChild();

/// Throws a TreeFault: the numbers of a node's children go beyond `last`, the
/// last that their type has.
[[noreturn]] void endlessNumbers(NodeRef last);

/// Throws a TreeFault: a chain of siblings of at least `length` has no end.
[[noreturn]] void endlessSiblings(std::size_t length);

} // namespace detail

/// Reads the nodes of one tree. Borrows the call's arrays.
template <class Traversal> class NodeReader {
public:
  using Uniforms = typename Traversal::Uniforms;
  static constexpr int numPointers = int(Traversal::pointers.size());
  using Pointers = std::array<const char *, numPointers + 1>;
  static constexpr bool numbers = detail::nodesAreNumbers<Traversal>();
  static constexpr int numArrays = detail::numNodeArrays<Traversal>();
  static constexpr bool isForest = detail::isForest<Traversal>();

  explicit NodeReader(const UserTree &tree)
      : root(tree.root), several(tree.roots), forest(tree.forest),
        watch(tree.watch), classOf(tree.classOf) {
    if constexpr (!isForest) {
      std::copy_n(tree.arrays, numArrays, arrays.begin());
      numNodes = numNodesOf(arrays.data());
    }
    if (tree.uniforms)
      std::memcpy(static_cast<void *>(&uniforms), tree.uniforms,
                  sizeof uniforms);
    if constexpr (requires { Traversal::firstNumber(uniforms); })
      first = Traversal::firstNumber(uniforms);
  }

  /// Whether `node` is one at all. Of numbers, `isNode(number, uniforms)` of
  /// the Traversal says so; without it, every number is taken for a node's, and
  /// one that is none is an error.
  bool isNode(NodeRef node) const {
    if constexpr (!numbers)
      return node != 0;
    else if constexpr (requires { Traversal::isNode(node, uniforms); })
      return Traversal::isNode(node, uniforms);
    else
      return true;
  }

  /// Whether there may be any node at all. Of numbers there is none where an
  /// array has no element, or lies nowhere.
  bool hasNodes() const {
    return detail::goesOutside<Traversal>() || numNodes != 0;
  }

  /// How many numbers are nodes' that have `of` for arrays.
  static std::size_t numNodesOf(const regtt_array *of) {
    std::size_t count = ~std::size_t{0} >> 1; // negative numbers lie above
    for (int a = 0; a < numArrays; ++a)
      count = std::min(count, of[a].base ? of[a].count : 0);
    return count;
  }

  /// The user's number of a node.
  static NodeRef numberOf(NodeRef node) {
    return isForest ? ForestNode::number(node) : node;
  }

  /// The root of each tree that has a node at all.
  std::span<const NodeRef> roots() const {
    if constexpr (hasProgram<Traversal>)
      return several;
    else
      return {&root, isNode(root) ? 1u : 0u};
  }

  /// The object that a `via` below 0 names.
  template <int Via> const char *object(NodeRef node) const {
    static_assert(Via < 0);
    if constexpr (numbers) {
      static_assert(-Via <= numArrays, "there is no such node array");
      const regtt_array &array = arraysOf(node)[-Via - 1];
      return static_cast<const char *>(array.base) +
             (numberOf(node) - first) * NodeRef(array.stride);
    } else {
      static_assert(Via == -1, "nodes are objects, not array elements");
      return reinterpret_cast<const char *>(node);
    }
  }

  /// Copies a NodeField with `via` below 0.
  template <int Via>
  void copyOwn(void *to, NodeRef node, const NodeField &field) const {
    const NodeRef number = numberOf(node);
    if constexpr (Via == ownRef) {
      std::memcpy(to, &number, field.bytes);
    } else if constexpr (Via == outside) {
      const bool is = isOutside(node);
      std::memcpy(to, &is, sizeof is);
    } else if (isOutside(node))
      std::memset(to, 0, heldBytes(field));
    else if (field.isClass)
      detail::copyClass(to, object<Via>(node) + field.offset, classOf);
    else
      detail::copyField(to, object<Via>(node) + field.offset, field);
  }

  /// Throws a TreeFault where `node` is of a class that the Traversal does not
  /// know. Before it has passed, nothing of the class's is looked at.
  void checkClass([[maybe_unused]] NodeRef node) const {
    if constexpr (requires { Traversal::classOffset; }) {
      std::int32_t number;
      detail::copyClass(&number, object<-1>(node) + Traversal::classOffset,
                        classOf);
    }
  }

  /// What linearising computes of a node, of a Traversal with Invariants.
  auto invariants(NodeRef node) const {
    typename Traversal::Source source;
    typename Traversal::Invariants kept{};
    if (isOutside(node))
      return kept;
    copySources(
        source, node,
        std::make_integer_sequence<int, int(Traversal::sourceFields.size())>());
    Traversal::invariants(source, uniforms, kept);
    return kept;
  }

  /// The value of pointer P; null where a pointer on the way is.
  template <int P>
  const char *pointer(NodeRef node, const Pointers &earlier) const {
    constexpr PointerField field = Traversal::pointers[P];
    static_assert(field.via < P, "a pointer is reached through earlier ones");
    const char *holder = nullptr;
    if constexpr (field.via < 0)
      holder = isOutside(node) ? nullptr : object<field.via>(node);
    else
      holder = earlier[field.via];
    if constexpr (field.here)
      return holder ? holder + field.offset : nullptr;
    else
      return holder ? detail::pointerAt(holder, field.offset) : nullptr;
  }

  /// Looks whether iterations write what the records of `node` are made of.
  void lookAt([[maybe_unused]] NodeRef node,
              [[maybe_unused]] const Pointers &pointers) const {
    if constexpr (detail::watchesLists<Traversal>())
      if (watch && !isOutside(node))
        Traversal::watchedLists(
            gatherLinks(node), uniforms,
            [&](const char *from, const char *to, const char *name) {
              if (from != to)
                detail::look(*watch, from, std::size_t(to - from), name);
            });
    if constexpr (detail::watchesNodes<Traversal>)
      if (watch && !isOutside(node))
        lookAt(
            node, pointers,
            std::make_integer_sequence<int,
                                       int(Traversal::watchedFields.size())>());
  }

  /// Throws a TreeFault where `node` is a number that no array has, and the
  /// Traversal may not go there, or one that it would make another of
  /// (`mostNumber`).
  void check(NodeRef node) const {
    if (isOutside(node))
      checkHeld(node);
    else
      check(numberOf(node), isForest ? numNodesOf(arraysOf(node)) : numNodes,
            first);
  }
  /// The same of the user's number where `count` nodes have elements, from
  /// number `first` on.
  static void check(NodeRef number, [[maybe_unused]] std::size_t count,
                    [[maybe_unused]] NodeRef first = 0) {
    checkHeld(number);
    if constexpr (numArrays > 0)
      if (std::size_t(number) - std::size_t(first) >= count) [[unlikely]]
        detail::noSuchNode(number, count, first);
  }
  static void checkHeld([[maybe_unused]] NodeRef number) {
    if constexpr (requires { Traversal::mostNumber; })
      if (number > Traversal::mostNumber) [[unlikely]]
        detail::tooGreat(number, Traversal::mostNumber);
  }

  /// Whether `node` is a number that is outside of the arrays of a Traversal
  /// that may go there.
  bool isOutside([[maybe_unused]] NodeRef node) const {
    if constexpr (detail::goesOutside<Traversal>())
      return std::size_t(node) - std::size_t(first) >= numNodes;
    else
      return false;
  }

  /// Calls visit(slot, child) for each child, slots ascending. Throws a
  /// TreeFault.
  template <class Visit> void eachChild(NodeRef node, Visit &&visit) const {
    if (isOutside(node))
      return;
    if constexpr (detail::hasLinks<Traversal>()) {
      const auto links = gatherLinks(node);
      if constexpr (isForest) {
        const std::size_t count = numNodesOf(arraysOf(node));
        const NodeRef tree = NodeRef(ForestNode::tree(node));
        Traversal::children(links, numberOf(node), uniforms,
                            [&](std::size_t slot, NodeRef child) {
                              check(child, count);
                              visit(slot, ForestNode::join(tree, child));
                            });
      } else {
        Traversal::children(links, node, uniforms,
                            [&](std::size_t slot, NodeRef child) {
                              check(child);
                              visit(slot, child);
                            });
      }
    } else {
      const char *object = reinterpret_cast<const char *>(node);
      for (int s = 0; s < Traversal::numSlots; ++s)
        if (const char *child =
                detail::pointerAt(object, detail::slotOffsets<Traversal>[s]))
          visit(std::size_t(s), reinterpret_cast<NodeRef>(child));
    }
  }

  /// Where the traversal asks which of a node's children one is
  /// (`comparesChildren`): throws a TreeFault where two of them are one, since
  /// each is copied.
  void checkDistinct([[maybe_unused]] NodeRef node) const {
    if constexpr (detail::comparesChildren<Traversal>()) {
      std::vector<NodeRef> children;
      eachChild(node,
                [&](std::size_t, NodeRef child) { children.push_back(child); });
      std::sort(children.begin(), children.end());
      if (std::adjacent_find(children.begin(), children.end()) !=
          children.end())
        detail::sharedChild();
    }
  }

  /// Asks for the memory of a node that is read soon.
  void prefetch([[maybe_unused]] NodeRef node) const {
    if constexpr (!numbers) {
      const char *object = reinterpret_cast<const char *>(node);
      __builtin_prefetch(object);
      __builtin_prefetch(object + extent() - 1);
    } else if constexpr (numArrays > 0) {
      prefetchElements(node, std::make_integer_sequence<int, numArrays>());
    }
  }

  /// Asks for what pointers in a node lead to; the node itself is read.
  void prefetchBehind([[maybe_unused]] NodeRef node) const {
    if (isOutside(node))
      return;
    prefetchBehind(node, std::make_integer_sequence<int, numPointers>());
  }

  /// A lower bound of the bytes from one node to another.
  static constexpr std::size_t granule() { return numbers ? 1 : extent(); }

  const NodeRef root;
  const std::span<const NodeRef> several;

private:
  const regtt_array *arraysOf([[maybe_unused]] NodeRef node) const {
    if constexpr (isForest)
      return forest + ForestNode::tree(node) * numArrays;
    else
      return arrays.data();
  }

  /// The end of the last field that is known to lie in the node.
  static constexpr std::size_t extent() {
    std::size_t end = 1;
    if constexpr (detail::hasLinks<Traversal>()) {
      for (const NodeField &field : Traversal::linkFields)
        if (field.via == -1)
          end = std::max(end, field.offset + field.bytes);
    } else {
      static_assert(detail::slotCountsAgree<Traversal>());
      for (std::size_t offset : detail::slotOffsets<Traversal>)
        end = std::max(end, offset + sizeof(void *));
    }
    for (const PointerField &pointer : Traversal::pointers)
      if (pointer.via == -1 && !pointer.here)
        end = std::max(end, pointer.offset + sizeof(void *));
    return end;
  }

  template <int... F>
  void lookAt(NodeRef node, const Pointers &pointers,
              std::integer_sequence<int, F...>) const {
    (lookAtField<F>(node, pointers), ...);
  }
  template <int F>
  void lookAtField([[maybe_unused]] NodeRef node,
                   [[maybe_unused]] const Pointers &pointers) const {
    constexpr WatchedField field = Traversal::watchedFields[F];
    const char *from;
    if constexpr (field.via < 0)
      from = object<field.via>(node);
    else
      from = pointers[field.via];
    if (from)
      detail::look(*watch, from + field.offset, field.bytes, field.name);
  }

  template <class Source, int... F>
  void copySources(Source &source, NodeRef node,
                   std::integer_sequence<int, F...>) const {
    (copyOwn<Traversal::sourceFields[F].via>(
         reinterpret_cast<char *>(&source) + Traversal::sourceFields[F].record,
         node, Traversal::sourceFields[F]),
     ...);
  }

  template <int... A>
  void prefetchElements([[maybe_unused]] NodeRef node,
                        std::integer_sequence<int, A...>) const {
    (__builtin_prefetch(object<-A - 1>(node)), ...);
  }

  template <int... P>
  void prefetchBehind([[maybe_unused]] NodeRef node,
                      std::integer_sequence<int, P...>) const {
    (prefetchPointee<P>(node), ...);
  }
  template <int P> void prefetchPointee(NodeRef node) const {
    constexpr PointerField field = Traversal::pointers[P];
    if constexpr (field.via < 0 && !field.here) {
      // Asking for address 0 would search the page tables each time.
      const char *const holder = object<field.via>(node);
      const char *const pointer = detail::pointerAt(holder, field.offset);
      __builtin_prefetch(pointer ? pointer : holder);
    }
  }

  auto gatherLinks(NodeRef node) const {
    typename Traversal::Links links{};
    copyOwnLinks(
        links, node,
        std::make_integer_sequence<int, int(Traversal::linkFields.size())>());
    if constexpr (detail::hasInvariants<Traversal>)
      copyComputedLinks(
          links, invariants(node),
          std::make_integer_sequence<int, int(Traversal::linkFields.size())>());
    Pointers pointers{};
    followForLinks(links, node, pointers,
                   std::make_integer_sequence<int, numPointers>());
    return links;
  }

  template <class Links, int... F>
  void copyOwnLinks([[maybe_unused]] Links &links,
                    [[maybe_unused]] NodeRef node,
                    std::integer_sequence<int, F...>) const {
    (copyOwnLink<F>(links, node), ...);
  }
  template <int F, class Links>
  void copyOwnLink(Links &links, NodeRef node) const {
    constexpr NodeField field = Traversal::linkFields[F];
    if constexpr (field.via < 0 && field.via != computed)
      copyOwn<field.via>(reinterpret_cast<char *>(&links) + field.record, node,
                         field);
  }

  template <class Links, class Invariants, int... F>
  static void copyComputedLinks(Links &links, const Invariants &invariants,
                                std::integer_sequence<int, F...>) {
    (copyComputedLink<F>(links, invariants), ...);
  }
  template <int F, class Links, class Invariants>
  static void copyComputedLink([[maybe_unused]] Links &links,
                               [[maybe_unused]] const Invariants &invariants) {
    constexpr NodeField field = Traversal::linkFields[F];
    if constexpr (field.via == computed)
      std::memcpy(reinterpret_cast<char *>(&links) + field.record,
                  reinterpret_cast<const char *>(&invariants) + field.offset,
                  field.bytes);
  }

  template <class Links, int... P>
  void followForLinks([[maybe_unused]] Links &links,
                      [[maybe_unused]] NodeRef node,
                      [[maybe_unused]] Pointers &pointers,
                      std::integer_sequence<int, P...>) const {
    (followForLinks<P>(links, node, pointers), ...);
  }
  template <int P, class Links>
  void followForLinks(Links &links, NodeRef node, Pointers &pointers) const {
    constexpr bool needed =
        detail::pointersTo<Traversal>(Traversal::linkFields)[P];
    if constexpr (needed) {
      if constexpr (requires { Traversal::template followsLinks<P>(links); })
        if (!Traversal::template followsLinks<P>(links))
          return;
      pointers[P] = pointer<P>(node, pointers);
      if (pointers[P])
        copyLinksBehind<P>(
            links, pointers[P],
            std::make_integer_sequence<int,
                                       int(Traversal::linkFields.size())>());
    }
  }
  template <int P, class Links, int... F>
  static void copyLinksBehind(Links &links, const char *object,
                              std::integer_sequence<int, F...>) {
    (copyLinkBehind<P, F>(links, object), ...);
  }
  template <int P, int F, class Links>
  static void copyLinkBehind(Links &links, const char *object) {
    constexpr NodeField field = Traversal::linkFields[F];
    if constexpr (field.via == P)
      copyIn(reinterpret_cast<char *>(&links) + field.record,
             object + field.offset, field);
  }

  const regtt_array *const forest; ///< [trees][numArrays]
  WriteWatch *const watch;
  const regtt_class_of classOf;
  std::array<regtt_array, numArrays + 1> arrays{}; ///< of no forest
  std::size_t numNodes = 0;                        ///< the same
  NodeRef first = 0; ///< number of the arrays' first elements
  Uniforms uniforms{};
};

} // namespace regtt::rt
