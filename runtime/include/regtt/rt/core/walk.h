/// The walk over the user's tree, without recursion: numbers nodes in preorder
/// and writes their records a block behind, while the nodes are in the caches.
#pragma once

#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/core/records.h>
#include <regtt/rt/host/address_set.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace regtt::rt::detail {

/// How many of the first `limit` nodes were met before, through another parent.
template <class Traversal>
std::size_t countShared(const NodeReader<Traversal> &reader,
                        std::size_t limit) {
  AddressSet met;
  met.reset(NodeReader<Traversal>::granule());
  std::vector<NodeRef> pending;
  for (const NodeRef root : reader.roots())
    pending.push_back(root);
  std::reverse(pending.begin(), pending.end());
  std::size_t again = 0;
  for (std::size_t n = 0; n < limit && !pending.empty(); ++n) {
    const NodeRef node = pending.back();
    pending.pop_back();
    again += !met.insert(reinterpret_cast<const void *>(node));
    const std::size_t before = pending.size();
    reader.eachChild(
        node, [&](std::size_t, NodeRef child) { pending.push_back(child); });
    std::reverse(pending.begin() + std::ptrdiff_t(before), pending.end());
  }
  return again;
}

/// Walks the subtrees of one segment.
template <class Traversal, class Children> class SegmentWalk {
  using Reader = NodeReader<Traversal>;
  using Writer = RecordWriter<Traversal, Children>;

public:
  SegmentWalk(const Reader &reader, const Order &order, Order::Arena &arena,
              WalkLimits &limits)
      : reader(reader), writer(reader), order(order), arena(arena),
        limits(limits) {}

  std::size_t depth = 0, deferred = 0;

  /// Throws a TreeFault, and bad_alloc.
  void run(Order::Segment &segment) {
    segment.arena = &arena;
    segment.firstNode = arena.numNodes;
    segment.firstPlace = arena.numPlaces;
    arena.open.clear();
    pushRoots(segment);
    Link n = 0;
    while (top > 0) {
      const std::size_t end = nextBlock(segment, n);
      if constexpr (hasLinks<Traversal>())
        n = meetLinked(n, end);
      else
        n = meetSlots(n, end);
      writeBlock(n);
    }
    finish(segment, n);
  }

private:
  static constexpr int numSlots = Traversal::numSlots;
  /// Nodes whose records are written together; their own memory and the
  /// records fit a second-level cache.
  static constexpr std::size_t blockSize =
      std::clamp(2048 / std::max(numSlots, 1), 16, 1024);

  /// A first child that is no further than this behind its parent was
  /// allocated right after it; then so were those that follow, and memory is
  /// asked for that many nodes ahead.
  static constexpr std::size_t nearBytes = 512;
  static constexpr std::ptrdiff_t nearAhead = 16;

  /// Room for `count` more places and waiting nodes.
  void require(std::size_t count) {
    if (places + count > placeRoom) [[unlikely]] {
      growPlaces(arena, arena.numPlaces + places + count);
      useRoom();
    }
    if (top + count >= pendingRoom) [[unlikely]] {
      growPending(arena, top + count + 1);
      useRoom();
    }
  }
  void useRoom() {
    numbers = arena.numbers.data() + arena.numPlaces;
    placeRoom = arena.numbers.capacity() - arena.numPlaces;
    pending = arena.pending.data();
    pendingRoom = arena.pending.capacity();
  }

  /// Place 0, at the bottom of the stack, is what follows the segment.
  void pushRoots(const Order::Segment &segment) {
    useRoom();
    require(segment.numRoots + 1);
    pending[0] = {};
    numbers[0] = unmet;
    for (std::size_t i = segment.numRoots; i-- > 0;) {
      const Order::Place &root = order.crownPlaces[segment.crownPlace + i];
      numbers[1 + i] = root.null ? none : unmet;
      if (root.null)
        continue;
      pending[++top] = root.at;
      pending[top].place = Link(1 + i);
    }
    places = Link(segment.numRoots + 1);
  }

  /// Meets nodes up to number `end`, or all; returns how many there are then.
  /// What changes with every node is held in registers, and so is the node that
  /// comes next: a first child does not pass through memory.
  __attribute__((noinline)) Link meetSlots(Link n, std::size_t end) {
    require((end - n) * numSlots + 1);
    Link *const numbers = this->numbers;
    Order::Pending *const pending = this->pending;
    Order::Met *met = block.data();
    std::size_t top = this->top;
    Link places = this->places, deepest = Link(depth);
    const char *node = reinterpret_cast<const char *>(pending[top].node);
    Link place = pending[top].place, level = pending[top].level;
    --top;
    for (;;) {
      *met++ = {reinterpret_cast<NodeRef>(node), pending[top].place, places};
      numbers[place] = n++;
      reader.prefetchBehind(met[-1].node); // for writeBlock
      deepest = std::max(deepest, level);
      // The last slot first, so that the first slot comes off the stack first.
      const std::size_t before = top;
      REGTT_UNROLL
      for (int s = numSlots - 1; s > 0; --s) {
        const char *child = pointerAt(node, slotOffsets<Traversal>[s]);
        numbers[places + s] = child ? unmet : none;
        if (!child)
          continue;
        // Only the slots are read here, and a node may straddle cache lines.
        __builtin_prefetch(child + slotOffsets<Traversal>[0]);
        ++top;
        pending[top].node = reinterpret_cast<NodeRef>(child);
        pending[top].place = places + Link(s);
        pending[top].level = level + 1;
      }
      const char *first = pointerAt(node, slotOffsets<Traversal>[0]);
      numbers[places] = first ? unmet : none;
      if (first) {
        // Where nodes lie in the order of visits, those of later visits do too.
        if (const std::ptrdiff_t stride = first - node;
            std::size_t(stride) < nearBytes)
          __builtin_prefetch(first + nearAhead * stride);
        node = first;
        place = places;
        ++level;
        places += numSlots;
        if (n == end) {
          pending[++top] = {reinterpret_cast<NodeRef>(node), place, level, 0};
          break;
        }
        continue;
      }
      places += top != before ? numSlots : 0;
      if (top == 0 || n == end)
        break;
      node = reinterpret_cast<const char *>(pending[top].node);
      place = pending[top].place;
      level = pending[top].level;
      --top;
    }
    this->top = top;
    this->places = places;
    depth = deepest;
    return n;
  }

  /// As meetSlots.
  __attribute__((noinline)) Link meetLinked(Link n, std::size_t end) {
    for (Order::Met *met = block.data(); top > 0 && n < end; ++n) {
      const NodeRef node = pending[top].node;
      const Link place = pending[top].place, level = pending[top].level,
                 waiting = pending[top].deferred;
      --top;
      *met++ = {node, pending[top].place, places};
      numbers[place] = n;
      reader.prefetchBehind(node); // for writeBlock
      depth = std::max<std::size_t>(depth, level);
      pushLinked(node, level + 1, waiting);
    }
    return n;
  }

  /// `waiting`: ropes that are deferred when `node` is visited.
  void pushLinked(NodeRef node, Link level, Link waiting) {
    const std::size_t before = top;
    Link count = 0;
    reader.eachChild(node, [&](std::size_t slot, NodeRef child) {
      require(slot - count + 1);
      for (; count < slot; ++count)
        numbers[places++] = none;
      numbers[places] = unmet;
      pending[++top] = {child, places++, level, 0};
      ++count;
    });
    if (count == 0)
      return;
    std::reverse(pending + before + 1, pending + top + 1);
    waiting += count - 1;
    deferred = std::max<std::size_t>(deferred, waiting);
    for (std::size_t i = before + 1; i <= top; ++i)
      pending[i].deferred = waiting;
  }

  /// Where the block that starts at node n ends; makes room for it.
  std::size_t nextBlock(const Order::Segment &segment, std::size_t n) {
    if (n == room) {
      if (WalkLimits::isCheck(n))
        refuseCycle(pathToLast(segment), Reader::granule());
      room = limits.proceed(arena, segment, n);
      if (room == n)
        limits.refuse(n, countShared(reader, n));
      for (std::size_t g = 0; g < records.size(); ++g)
        records[g] = arena.records[g].data() +
                     segment.firstNode *
                         GroupSizes<typename Writer::RecordsOf>::bytes[g];
    }
    return std::min(n + blockSize, room);
  }

  /// Writes the records of the nodes since the last block.
  __attribute__((noinline)) void writeBlock(Link n) {
    // Memory to write is asked for that far ahead.
    constexpr std::size_t ahead = 24;
    constexpr auto &sizes = GroupSizes<typename Writer::RecordsOf>::bytes;
    // Held here: for all that the compiler knows, records are parts of *this.
    const typename Writer::Places records = this->records;
    const Link *const numbers = this->numbers;
    const std::size_t blockStart = this->blockStart, count = n - blockStart;
    block[count].first = places;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t g = 0; g < records.size(); ++g)
        __builtin_prefetch(records[g] + (blockStart + i + ahead) * sizes[g], 1);
      const Order::Met &met = block[i];
      reader.checkDistinct(met.node);
      const Link childCount = block[i + 1].first - met.first;
      if (!writer.write(records, blockStart + i, met.node,
                        {numbers + met.first, childCount, met.first},
                        numbers[met.after]))
        arena.open.push_back(
            {Link(blockStart + i), met.after, met.first, childCount});
    }
    this->blockStart = n;
  }

  void finish(Order::Segment &segment, Link n) {
    numbers[0] = order.whole() ? none : n;
    for (const Order::Open &open : arena.open)
      setChildren(Writer::arrival(records, open.node).children,
                  {numbers + open.first, open.count, open.first},
                  numbers[open.after]);
    segment.numNodes = n;
    segment.numPlaces = places;
    arena.numNodes += n;
    arena.numPlaces += places;
    arena.granted -= n;
  }

  /// The nodes from a root to the last one met. Only children of nodes on that
  /// path wait, so as many of a family as wait come after the one on the path.
  std::vector<NodeRef> pathToLast(const Order::Segment &segment) const {
    std::vector<NodeRef> path, family;
    for (std::size_t i = 0; i < segment.numRoots; ++i)
      if (const Order::Place &root = order.crownPlaces[segment.crownPlace + i];
          !root.null)
        family.push_back(root.at.node);
    Link level = order.crownPlaces[segment.crownPlace].at.level;
    for (std::size_t p = 1;; ++level) {
      std::size_t waiting = 0;
      for (; p <= top && pending[p].level == level; ++p)
        ++waiting;
      if (waiting >= family.size())
        return path;
      path.push_back(family[family.size() - waiting - 1]);
      family.clear();
      reader.eachChild(path.back(), [&](std::size_t, NodeRef child) {
        family.push_back(child);
      });
    }
  }

  const Reader &reader;
  const Writer writer;
  const Order &order;
  Order::Arena &arena;
  WalkLimits &limits;
  Link *numbers = nullptr;
  Order::Pending *pending = nullptr;
  typename Writer::Places records{};
  std::size_t top = 0, placeRoom = 0, pendingRoom = 0, room = 0;
  Link places = 0;
  std::size_t blockStart = 0;
  std::array<Order::Met, blockSize + 1> block;
};

/// Expands nodes from the roots on, level by level, until `wanted` subtrees are
/// open, or as many nodes without that.
template <class Traversal>
void expandCrown(Order &order, const NodeReader<Traversal> &reader,
                 std::size_t wanted) {
  std::vector<Order::Place> &places = order.crownPlaces;
  std::size_t open = places.size();
  for (std::size_t p = 0;
       p < places.size() && open < wanted && order.crown.size() < wanted; ++p) {
    if (places[p].null)
      continue;
    const Order::Pending at = places[p].at;
    const std::size_t first = places.size();
    // Its record is written when no fault is expected any more.
    reader.checkClass(at.node);
    const Order::Place null = {{}, true, false, Order::noSegment, 0};
    reader.eachChild(at.node, [&](std::size_t slot, NodeRef child) {
      places.resize(first + slot, null);
      places.push_back(
          {{child, 0, at.level + 1, 0}, false, false, Order::noSegment, 0});
      ++open;
    });
    --open;
    reader.checkDistinct(at.node);
    const std::size_t count = places.size() - first;
    const Link waiting = at.deferred + Link(count ? count - 1 : 0);
    for (std::size_t c = first; c < places.size(); ++c)
      places[c].at.deferred = waiting;
    places[p].expanded = true;
    order.crown.push_back({at.node, 0, 0, p, first, count});
    order.depth = std::max<std::size_t>(order.depth, at.level);
    order.deferred = std::max<std::size_t>(order.deferred, waiting);
  }
}

} // namespace regtt::rt::detail
