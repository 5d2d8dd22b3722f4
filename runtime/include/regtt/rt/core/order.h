/// What linearising notes about one tree besides records, and the limits it
/// keeps. No templates: the walk itself is in walk.h.
///
/// A node's children get consecutive *places* when the node is met, one for
/// each slot up to the last child; a place's number is set when the child
/// itself is met. So nothing has to be gone back to: the node that follows a
/// subtree is at the place that waits on top of the walk's stack.
///
/// With several threads, the nodes next to the root (the *crown*) are expanded
/// first, until there are enough subtrees to share out; threads then walk
/// groups of neighbouring subtrees (*segments*), each numbered from 0. A single
/// thread walks one segment, the whole tree.
#pragma once

#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/host/buffer.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace regtt::rt {

/// The number of a place whose node was not yet met.
inline constexpr Link unmet = none - 1;

/// How large a linearised tree is, or several, one after the other.
struct TreeShape {
  std::size_t numNodes = 0;
  std::size_t numTrees = 0;  ///< their roots are the first of crownPlaces
  std::size_t depth = 0;     ///< nodes on the longest path from a root
  std::size_t deferred = 0;  ///< of child lists: most ropes that ever wait
  std::size_t poolLinks = 0; ///< places of crown and segments
};

/// A tree in preorder, or several; kept between calls for its memory.
struct Order : TreeShape {
  /// A node that waits to be met.
  struct Pending {
    NodeRef node;
    Link place;
    Link level;
    Link deferred; ///< most ropes that wait meanwhile, in any order of visits
  };

  /// A node that was met.
  struct Met {
    NodeRef node;
    Link after; ///< place of the node that follows the subtree
    Link first; ///< its children's first place; the next one's ends them
  };

  /// A node whose record waits for numbers.
  struct Open {
    Link node;
    Link after;
    Link first, count;
  };

  /// What one thread notes, segment after segment.
  struct Arena {
    std::deque<Buffer<std::byte>> records; ///< of each group
    Buffer<Link> numbers;                  ///< of places; none: a null child
    Buffer<Pending> pending;
    std::vector<Open> open;
    std::size_t numNodes = 0, numPlaces = 0;
    std::size_t granted = 0; ///< nodes that it may still number
  };

  /// Neighbouring subtrees with one parent, numbered from `base` on.
  struct Segment {
    Arena *arena = nullptr;
    std::size_t firstNode = 0, numNodes = 0;
    std::size_t firstPlace = 0, numPlaces = 0;
    std::size_t crownPlace = 0, numRoots = 0; ///< where its roots wait
    Link base = 0;
    std::size_t poolBase = 0; ///< of its places among all

    /// [numPlaces] numbers, less `base`; place 0 is what follows the segment.
    const Link *numbers() const { return &arena->numbers[firstPlace]; }
    /// The record of node i, less `base`, in a group of `size` bytes a node.
    const std::byte *record(int group, std::size_t size, std::size_t i) const {
      return arena->records[group].data() + (firstNode + i) * size;
    }
  };

  /// A place of the crown.
  struct Place {
    Pending at;
    bool null, expanded;
    std::size_t segment; ///< noSegment, but for the first root of one
    std::size_t nodes;   ///< under it; or in the segment it starts
  };
  static constexpr std::size_t noSegment = ~std::size_t{0};

  /// A node of the crown.
  struct CrownNode {
    NodeRef node;
    Link number;
    Link after; ///< number of the node that follows the subtree
    std::size_t place, first, count;
  };

  std::vector<CrownNode> crown;
  std::vector<Place> crownPlaces;
  Buffer<Link> crownNumbers;     ///< [crownPlaces.size()]
  std::vector<Segment> segments; ///< in preorder
  std::deque<Arena> arenas;      ///< one for each worker

  /// The number of tree k's root.
  Link root(std::size_t k) const { return crownNumbers[k]; }

  /// Whether one segment is the whole tree: its records need no other place.
  bool whole() const { return crown.empty() && segments.size() == 1; }
};

/// Where linearising gives up.
struct OrderLimits {
  std::size_t maxNodes = (std::size_t{1} << 32) - 3;
  std::size_t availableBytes = 0; ///< for everything together; 0: any
  bool copied = false; ///< records are copied even if one thread writes them
};

/// Memory that the system can still give, in bytes.
std::size_t availableMemory();

/// Most ropes that one query of this traversal keeps waiting.
template <class Traversal> std::size_t stackEntries(const Order &order) {
  // A resume point waits below a node's calls.
  constexpr bool resumes = hasResumes<Traversal>;
  if constexpr (detail::hasChildList<Traversal>())
    return order.deferred + (resumes ? order.depth : 0) + 1;
  else
    return stackEntries(order.depth, Traversal::maxRopes + (resumes ? 1 : 0));
}

namespace detail {

/// What the walks of one tree share.
class WalkLimits {
public:
  /// `groupBytes`: of one record of each group; borrowed.
  WalkLimits(const Order &order, const OrderLimits &limits,
             std::span<const std::size_t> groupBytes);

  /// Makes room in `arena` for more nodes of the segment that has `numNodes`.
  /// Returns for how many in all; `numNodes` where the limit is reached. Throws
  /// a TreeFault after abandon().
  std::size_t proceed(Order::Arena &arena, const Order::Segment &segment,
                      std::size_t numNodes);

  /// After a failure elsewhere: the next proceed() throws.
  void abandon() { abandoned.store(true, std::memory_order_relaxed); }

  /// Throws a TreeFault about the limit. `again`: of the numNodes nodes, those
  /// that were met before.
  [[noreturn]] void refuse(std::size_t numNodes, std::size_t again) const;

  /// Whether a segment of so many nodes is to be searched for a cycle.
  static bool isCheck(std::size_t numNodes);

private:
  std::size_t bytesPerNode() const;

  const OrderLimits &limits;
  const std::span<const std::size_t> groupBytes;
  std::size_t most; ///< nodes that memory suffices for
  std::atomic<std::size_t> granted{0};
  std::atomic<bool> abandoned{false};
};

/// Throws a TreeFault where a node is its own ancestor on a path from the root.
void refuseCycle(const std::vector<NodeRef> &path, std::size_t granule);

/// Memory for as many places and waiting nodes.
void growPlaces(Order::Arena &arena, std::size_t numPlaces);
void growPending(Order::Arena &arena, std::size_t numPending);

/// Empties `order` for `workers` threads and `groups` groups of records.
void reset(Order &order, int workers, std::size_t groups);
/// Groups what the crown leaves open into segments; about `wanted` of them.
/// Before it, crownPlaces begin with the roots, of which there are numTrees.
void makeSegments(Order &order, std::size_t wanted);
/// Numbers crown and segments once all are walked.
void numberSegments(Order &order);

inline void raise(std::atomic<std::size_t> &most, std::size_t to) {
  std::size_t seen = most.load(std::memory_order_relaxed);
  while (seen < to && !most.compare_exchange_weak(seen, to))
    ;
}

} // namespace detail

} // namespace regtt::rt
