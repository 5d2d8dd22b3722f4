/// The first pass over the user's tree: preorder numbers, ropes, depth, and the
/// check that it is a tree. Records are written by the templates of
/// core/linearise.h, which know the fields.
#include <regtt/rt/core/linearise.h>

#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace regtt::rt {

std::size_t availableMemory() {
  std::size_t available = 0;
  if (std::FILE *file = std::fopen("/proc/meminfo", "r")) {
    char line[256];
    while (!available && std::fgets(line, sizeof line, file)) {
      unsigned long long kilobytes;
      if (std::sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
        available = kilobytes * 1024;
    }
    std::fclose(file);
  }
  if (!available)
    available = std::size_t(sysconf(_SC_PHYS_PAGES)) *
                std::size_t(sysconf(_SC_PAGESIZE));
  return available;
}

namespace {

std::string gibibytes(std::size_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", double(bytes) / (1u << 30));
  return text;
}

/// One walk. Levels count from 0; path[l] is the node at level l whose subtree
/// is not yet done.
class Walk {
public:
  Walk(Order &order, const TreeShape &shape, const OrderLimits &limits)
      : order(order), shape(shape), limits(limits) {}

  std::string run(const char *root) {
    order.numNodes = order.depth = order.unfolded = 0;
    if (!root)
      return {};
    order.visited.reset(shape.granule);
    push(root, 0);
    while (top > 0) {
      const Order::Pending at = order.pending[--top];
      if (order.numNodes == room)
        if (std::string why = makeRoom(); !why.empty())
          return why;
      closeTo(at.level);
      if (!order.visited.insert(at.node) && !admitAgain(at))
        return "the tree has a cycle: a node is its own descendant " +
               std::to_string(at.level - levelOf(at)) + " levels down";
      if (at.level >= order.path.capacity())
        order.path.grow(std::max<std::size_t>(64, 2 * at.level));
      if (watching)
        order.onPath.insert(at.node);
      order.path[at.level] = Link(order.numNodes);
      order.nodes[order.numNodes] = at.node;
      ++order.numNodes;
      openLevels = at.level + 1;
      order.depth = std::max(order.depth, openLevels);
      pushChildren(at);
    }
    closeTo(0);
    return {};
  }

private:
  void push(const char *node, std::size_t level) {
    if (top == order.pending.capacity())
      order.pending.grow(std::max<std::size_t>(256, 2 * top));
    order.pending[top++] = {node, level};
  }

  /// The last slot first, so that the first slot comes off the stack first.
  void pushChildren(const Order::Pending &at) {
    for (int s = shape.numSlots - 1; s >= 0; --s) {
      const char *child = detail::pointerAt(at.node, shape.slotOffsets[s]);
      if (!child)
        continue;
      // Only the slots are read here, and a node may straddle cache lines.
      __builtin_prefetch(child + shape.slotOffsets[0]);
      push(child, at.level + 1);
    }
  }

  /// The subtrees at `level` and below are done: the next node follows them.
  void closeTo(std::size_t level) {
    const Link after = top == 0 && level == 0 ? none : Link(order.numNodes);
    while (openLevels > level) {
      const Link done = order.path[--openLevels];
      order.next[done] = after;
      if (watching)
        order.onPath.erase(order.nodes[done]);
    }
  }

  bool isLeaf(const char *node) const {
    for (int s = 0; s < shape.numSlots; ++s)
      if (detail::pointerAt(node, shape.slotOffsets[s]))
        return false;
    return true;
  }

  /// Whether a node that was visited before may be visited again: not below
  /// itself. The set of path nodes is kept only from the first time that an
  /// inner node comes again; leaves, the usual sentinels, need none.
  bool admitAgain(const Order::Pending &at) {
    ++order.unfolded;
    if (isLeaf(at.node))
      return true;
    if (!watching) {
      watching = true;
      order.onPath.reset(shape.granule);
      for (std::size_t l = 0; l < openLevels; ++l)
        order.onPath.insert(order.nodes[order.path[l]]);
    }
    return !order.onPath.contains(at.node);
  }

  /// The level at which the path holds a node that comes again.
  std::size_t levelOf(const Order::Pending &at) const {
    std::size_t level = 0;
    while (order.nodes[order.path[level]] != at.node)
      ++level;
    return level;
  }

  std::string makeRoom() {
    constexpr std::size_t orderBytes = sizeof(const char *) + sizeof(Link);
    const std::size_t bytesPerNode = orderBytes + limits.bytesPerNode;
    const std::string nodes =
        "the tree has more than " + std::to_string(order.numNodes) + " nodes" +
        (order.unfolded
             ? " (" + std::to_string(order.unfolded) +
                   " of them reached again through a second parent and copied)"
             : "");
    if (order.numNodes >= limits.maxNodes)
      return nodes + ", the most that can be linearised";
    std::size_t most = limits.maxNodes;
    if (limits.availableBytes)
      most = std::min(most, held + limits.availableBytes / bytesPerNode);
    if (order.numNodes >= most)
      return nodes + ", which take " +
             gibibytes(order.numNodes * bytesPerNode) + "; " +
             gibibytes(limits.availableBytes) + " of memory are available";
    const std::size_t wanted =
        order.numNodes < held ? held
                              : std::max<std::size_t>(1024, 2 * order.numNodes);
    room = std::min(wanted, most);
    order.nodes.grow(room);
    order.next.grow(room);
    return {};
  }

  Order &order;
  const TreeShape &shape;
  const OrderLimits &limits;
  std::size_t top = 0;
  std::size_t openLevels = 0;
  std::size_t room = 0;
  /// What an earlier call left: no new memory is needed for that many nodes.
  const std::size_t held =
      std::min(order.nodes.capacity(), order.next.capacity());
  bool watching = false;
};

} // namespace

std::string order(Order &order, const void *root, const TreeShape &shape,
                  const OrderLimits &limits) {
  return Walk(order, shape, limits).run(static_cast<const char *>(root));
}

} // namespace regtt::rt
