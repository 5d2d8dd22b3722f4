/// From the user's tree to record arrays, on the host. `order` walks the tree
/// once, on all threads, and writes records into memory of the Order's.
/// `RecordCopier` brings those of several segments together; where that is
/// (plain or pinned memory) is the caller's business. One thread's records are
/// used where they are.
#pragma once

#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/core/records.h>
#include <regtt/rt/core/walk.h>
#include <regtt/rt/host/pool.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>

namespace regtt::rt {

namespace detail {

/// Walks the tree on `workers` threads of the pool. Throws a TreeFault, and
/// bad_alloc.
template <class Traversal, class Children>
void walk(Order &order, const NodeReader<Traversal> &reader,
          const OrderLimits &limits, Pool &pool, int workers) {
  using Sizes = GroupSizes<typename Traversal::template Records<Children>>;
  reset(order, workers, Traversal::template Records<Children>::numGroups);
  for (const NodeRef root : reader.roots()) {
    reader.check(root);
    order.crownPlaces.push_back(
        {{root, 0, 1, 0}, false, false, Order::noSegment, 0});
  }
  order.numTrees = order.crownPlaces.size();
  if (order.numTrees == 0)
    return;
  const std::size_t wanted = workers > 1 ? std::size_t(workers) * 32 : 1;
  expandCrown(order, reader, wanted);
  makeSegments(order, wanted);

  WalkLimits shared(order, limits, Sizes::bytes);
  std::atomic<std::size_t> depth{order.depth}, deferred{order.deferred};
  std::atomic<bool> failed{false};
  const auto walkSegments = [&](int worker, std::size_t first,
                                std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      SegmentWalk<Traversal, Children> walk(reader, order, order.arenas[worker],
                                            shared);
      walk.run(order.segments[s]);
      raise(depth, walk.depth);
      raise(deferred, walk.deferred);
    }
  };
  if (workers == 1)
    walkSegments(0, 0, order.segments.size());
  else
    pool.parallelFor(order.segments.size(), 1,
                     [&](int worker, std::size_t first, std::size_t last) {
                       // No exception leaves a thread.
                       try {
                         walkSegments(worker, first, last);
                       } catch (const TreeFault &) {
                         failed = true;
                       } catch (const std::bad_alloc &) {
                         failed = true;
                       }
                       if (failed)
                         shared.abandon();
                     });
  if (failed)
    throw TreeFault{};
  order.depth = depth;
  order.deferred = deferred;
  numberSegments(order);
}

} // namespace detail

/// Numbers the tree in preorder and writes its records. A node with several
/// parents is copied for each of them. Returns an empty text, or why the tree
/// is refused: a node that is its own descendant, a number that no array has,
/// or more nodes than `limits` allow. Throws bad_alloc.
template <class Traversal, class Children>
std::string order(Order &order, const UserTree &tree, const OrderLimits &limits,
                  Pool &pool) {
  const NodeReader<Traversal> reader(tree);
  if (pool.numWorkers() > 1) {
    try {
      detail::walk<Traversal, Children>(order, reader, limits, pool,
                                        pool.numWorkers());
      return {};
    } catch (const TreeFault &) {
      // One thread alone comes to the same fault each time.
    }
  }
  try {
    detail::walk<Traversal, Children>(order, reader, limits, pool, 1);
    return {};
  } catch (const TreeFault &fault) {
    return fault.why;
  }
}

/// The records of an order that is whole(), where the walk left them.
template <class Records> Records recordsInPlace(const Order &order) {
  const Order::Segment &segment = order.segments.front();
  Records records;
  for (int g = 0; g < Records::numGroups; ++g)
    records.groups[g] = segment.record(g, GroupSizes<Records>::bytes[g], 0);
  records.links = segment.numbers();
  records.children = nullptr;
  records.end = none;
  records.isFull = false;
  return records;
}

/// Brings the records of crown and segments together.
template <class Traversal, class Children> class RecordCopier {
  using RecordsOf = typename Traversal::template Records<Children>;
  using Layout = RecordLayout<RecordsOf>;
  using Writer = RecordWriter<Traversal, Children>;

public:
  /// memory: laid out as RecordLayout says. Writes the crown. Borrows all.
  RecordCopier(const Order &order, const UserTree &tree, void *memory)
      : order(order) {
    const Layout layout(order);
    for (int g = 0; g < RecordsOf::numGroups; ++g)
      groups[g] = static_cast<std::byte *>(memory) + layout.offsets[g];
    pool = reinterpret_cast<Link *>(static_cast<std::byte *>(memory) +
                                    layout.poolOffset);
    present = static_cast<std::byte *>(memory) + layout.childrenOffset;
    const NodeReader<Traversal> reader(tree);
    const Writer writer(reader);
    const Link *numbers = order.crownNumbers.data();
    for (const Order::CrownNode &node : order.crown)
      writeCrown(writer, node, {numbers + node.first, node.count, node.first});
    if (Layout::hasPool)
      std::copy_n(numbers, order.crownPlaces.size(), pool);
  }

  /// Copies the records of nodes [first, last) that are not in the crown.
  /// Calls on disjoint ranges may run at the same time.
  void copy(std::size_t first, std::size_t last) const {
    auto segment = std::partition_point(
        order.segments.begin(), order.segments.end(),
        [&](const Order::Segment &s) { return s.base + s.numNodes <= first; });
    for (; segment != order.segments.end() && segment->base < last; ++segment)
      copyOf(*segment,
             std::max<std::size_t>(first, segment->base) - segment->base,
             std::min(last - segment->base, segment->numNodes));
  }

  /// Once all are copied: whether no node has but some of its children; of
  /// split ropes alone.
  bool isFull() const { return Layout::split && full; }

private:
  using Arrival = typename RecordsOf::template Group<0>;

  void writeCrown(const Writer &writer, const Order::CrownNode &node,
                  const detail::Family &family) const {
    if constexpr (Layout::split) {
      // Written as one record, and split.
      Arrival record;
      typename Writer::Places places;
      places[0] = reinterpret_cast<std::byte *>(&record);
      for (int g = 1; g < RecordsOf::numGroups; ++g)
        places[g] = groups[g] + node.number * GroupSizes<RecordsOf>::bytes[g];
      writer.write(places, 0, node.node, family, node.after);
      split(record, node.number);
    } else {
      writer.write(groups, node.number, node.node, family, node.after);
    }
  }

  /// Writes the parts of a record that is split.
  void split(const Arrival &record, std::size_t n) const {
    constexpr std::size_t stride = Layout::stride(0);
    using Present = typename Children::Stored;
    std::memcpy(groups[0] + n * stride, &record, stride);
    const Link next = record.children.next;
    pool[n] = next == none ? Link(order.numNodes) : next;
    const std::uint32_t there = record.children.present;
    static_cast<Present *>(present)[n] = Present(there);
    if (there != 0 && there != Children::all &&
        full.load(std::memory_order_relaxed))
      full = false;
  }

  void copyOf(const Order::Segment &segment, std::size_t first,
              std::size_t last) const {
    if constexpr (Layout::split)
      for (std::size_t i = first; i < last; ++i) {
        Arrival record;
        std::memcpy(static_cast<void *>(&record),
                    segment.record(0, sizeof record, i), sizeof record);
        if (!order.whole())
          detail::moveChildren(record.children, segment.base, order.numNodes,
                               segment.poolBase);
        split(record, segment.base + i);
      }
    for (int g = Layout::split; g < RecordsOf::numGroups; ++g) {
      const std::size_t size = GroupSizes<RecordsOf>::bytes[g];
      std::memcpy(groups[g] + (segment.base + first) * size,
                  segment.record(g, size, first), (last - first) * size);
    }
    if ((Layout::hasPool || !order.whole()) && !Layout::split)
      for (std::size_t i = first; i < last; ++i)
        detail::moveChildren(Writer::arrival(groups, segment.base + i).children,
                             segment.base, order.numNodes, segment.poolBase);
    // The pool's share goes with the segment's first node.
    if (Layout::hasPool && first == 0)
      std::transform(segment.numbers(), segment.numbers() + segment.numPlaces,
                     pool + segment.poolBase, [&](Link number) {
                       return detail::moved(number, segment.base);
                     });
  }

  const Order &order;
  typename Writer::Places groups;
  Link *pool;
  void *present;
  mutable std::atomic<bool> full{true};
};

} // namespace regtt::rt
