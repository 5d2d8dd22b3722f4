/// What the walk of the user's tree needs besides reading nodes: room, limits,
/// the check for cycles, and the numbers of crown and segments.
#include <regtt/rt/core/order.h>
#include <regtt/rt/host/address_set.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
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

constexpr std::size_t firstCheck = 1 << 12;

/// Where a segment that has so many nodes is next searched for a cycle.
std::size_t nextCheck(std::size_t numNodes) {
  return std::max(firstCheck, std::bit_ceil(numNodes + 1));
}

/// Throws a TreeFault where places or ropes outnumber what a Link can name:
/// long lists of null children.
void limitPlaces(std::size_t numPlaces) {
  if (numPlaces >= none)
    throw TreeFault{"the tree has more than " + std::to_string(none - 1) +
                    " children, null ones among them, the most that can be "
                    "linearised"};
}

} // namespace

namespace detail {

void tooGreat(NodeRef node, NodeRef most) {
  throw TreeFault{"the tree has the node number " + std::to_string(node) +
                  ", and the traversal holds numbers in a type whose greatest "
                  "is " +
                  std::to_string(most)};
}

void noSuchNode(NodeRef node, std::size_t numNodes, NodeRef first) {
  throw TreeFault{
      "the tree has a node number " + std::to_string(node) +
      ", outside of the array of nodes, which has " + std::to_string(numNodes) +
      " elements" +
      (first == 0 ? "" : ", the first of number " + std::to_string(first))};
}

void unknownClass(const char *name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> plain(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  throw TreeFault{std::string("the tree has a node of class '") +
                  (plain ? plain.get() : name) +
                  "', which the annotated loop's file does not show, or which "
                  "has no name there"};
}

void sharedChild() {
  throw TreeFault{"the tree has a node with one child twice, and the traversal "
                  "compares children"};
}

void endlessNumbers(NodeRef last) {
  throw TreeFault{"a loop over the numbers of a node's children goes beyond " +
                  std::to_string(last) + ", the last number of its variable"};
}

void endlessSiblings(std::size_t length) {
  throw TreeFault{"the tree has a cycle: a node is its own sibling, at most " +
                  std::to_string(length) + " siblings on"};
}

WalkLimits::WalkLimits(const Order &order, const OrderLimits &limits,
                       std::span<const std::size_t> groupBytes)
    : limits(limits), groupBytes(groupBytes), most(limits.maxNodes) {
  if (!limits.availableBytes)
    return;
  // What earlier calls left: no new memory is needed for that many nodes.
  std::size_t held = 0;
  for (const Order::Arena &arena : order.arenas) {
    std::size_t nodes = arena.numbers.capacity();
    for (std::size_t g = 0; g < groupBytes.size(); ++g)
      nodes = std::min(nodes, arena.records[g].capacity() / groupBytes[g]);
    held += nodes;
  }
  most = std::min(most, held + limits.availableBytes / bytesPerNode());
}

std::size_t WalkLimits::bytesPerNode() const {
  std::size_t bytes = sizeof(Link);
  for (std::size_t size : groupBytes)
    bytes += size;
  return limits.copied ? 2 * bytes : bytes;
}

std::size_t WalkLimits::proceed(Order::Arena &arena,
                                const Order::Segment &segment,
                                std::size_t numNodes) {
  constexpr std::size_t smallest = 1 << 12, largest = 1 << 16;
  if (abandoned.load(std::memory_order_relaxed))
    throw TreeFault{};
  if (numNodes == arena.granted) {
    const std::size_t wanted = std::clamp(numNodes, smallest, largest);
    std::size_t before = granted.load(), got;
    do
      got = std::min(wanted, most - before);
    while (!granted.compare_exchange_weak(before, before + got));
    arena.granted += got;
    if (got == 0)
      return numNodes;
  }
  std::size_t room = std::min(arena.granted, nextCheck(numNodes));
  for (std::size_t g = 0; g < groupBytes.size(); ++g) {
    Buffer<std::byte> &records = arena.records[g];
    if (const std::size_t needed = (segment.firstNode + room) * groupBytes[g];
        needed > records.capacity())
      records.grow(std::max(needed, 2 * records.capacity()));
  }
  return room;
}

bool WalkLimits::isCheck(std::size_t numNodes) {
  return numNodes >= firstCheck && std::has_single_bit(numNodes);
}

void WalkLimits::refuse(std::size_t numNodes, std::size_t again) const {
  const std::string nodes =
      "the tree has more than " + std::to_string(numNodes) + " nodes" +
      (again ? " (" + std::to_string(again) +
                   " of them reached again through a second parent and copied)"
             : "");
  if (numNodes >= limits.maxNodes)
    throw TreeFault{nodes + ", the most that can be linearised"};
  throw TreeFault{
      nodes + ", which take " + gibibytes(numNodes * bytesPerNode()) + "; " +
      gibibytes(limits.availableBytes) + " of memory are available"};
}

/// A walk into a cycle never leaves it, so its path grows until this finds it.
void refuseCycle(const std::vector<NodeRef> &path, std::size_t granule) {
  AddressSet met;
  met.reset(granule);
  for (std::size_t level = 0; level < path.size(); ++level) {
    if (met.insert(reinterpret_cast<const void *>(path[level])))
      continue;
    std::size_t before = 0;
    while (path[before] != path[level])
      ++before;
    throw TreeFault{"the tree has a cycle: a node is its own descendant " +
                    std::to_string(level - before) + " levels down"};
  }
}

void growPlaces(Order::Arena &arena, std::size_t numPlaces) {
  limitPlaces(numPlaces - arena.numPlaces);
  arena.numbers.grow(std::max(
      {numPlaces, 2 * arena.numbers.capacity(), std::size_t{1} << 10}));
}

void growPending(Order::Arena &arena, std::size_t numPending) {
  arena.pending.grow(
      std::max({numPending, 2 * arena.pending.capacity(), std::size_t{256}}));
}

void reset(Order &order, int workers, std::size_t groups) {
  order.numNodes = order.numTrees = order.depth = order.deferred =
      order.poolLinks = 0;
  order.crown.clear();
  order.crownPlaces.clear();
  order.segments.clear();
  while (order.arenas.size() < std::size_t(workers))
    order.arenas.emplace_back();
  for (Order::Arena &arena : order.arenas) {
    while (arena.records.size() < groups)
      arena.records.emplace_back();
    arena.numNodes = arena.numPlaces = arena.granted = 0;
  }
}

void makeSegments(Order &order, std::size_t wanted) {
  std::vector<Order::Place> &places = order.crownPlaces;
  std::size_t open = 0;
  for (const Order::Place &place : places)
    open += !place.null && !place.expanded;
  const std::size_t rootsEach = (open + wanted - 1) / wanted;
  const auto group = [&](std::size_t first, std::size_t last) {
    std::size_t roots = rootsEach;
    for (std::size_t p = first; p < last; ++p) {
      if (places[p].expanded)
        roots = rootsEach;
      if (places[p].expanded || places[p].null)
        continue;
      if (roots == rootsEach) {
        places[p].segment = order.segments.size();
        order.segments.emplace_back().crownPlace = p;
        roots = 0;
      }
      ++roots;
      order.segments.back().numRoots = p + 1 - order.segments.back().crownPlace;
    }
  };
  group(0, order.numTrees);
  for (const Order::CrownNode &node : order.crown)
    group(node.first, node.first + node.count);
}

void numberSegments(Order &order) {
  std::vector<Order::Place> &places = order.crownPlaces;
  order.poolLinks = places.size();
  for (Order::Segment &segment : order.segments) {
    places[segment.crownPlace].nodes = segment.numNodes;
    segment.poolBase = order.poolLinks;
    order.poolLinks += segment.numPlaces;
  }
  limitPlaces(order.poolLinks);
  for (std::size_t i = order.crown.size(); i-- > 0;) {
    const Order::CrownNode &node = order.crown[i];
    places[node.place].nodes = 1;
    for (std::size_t c = 0; c < node.count; ++c)
      places[node.place].nodes += places[node.first + c].nodes;
  }
  for (std::size_t k = 0; k < order.numTrees; ++k)
    order.numNodes += places[k].nodes;

  Link *numbers = order.crownNumbers.reserve(places.size());
  std::fill_n(numbers, places.size(), none);
  const auto after = [&](std::size_t first, std::size_t nodes) {
    return first + nodes == order.numNodes ? none : Link(first + nodes);
  };
  const auto place = [&](std::size_t p, std::size_t number) {
    if (places[p].expanded)
      numbers[p] = Link(number);
    if (places[p].segment == Order::noSegment)
      return;
    Order::Segment &segment = order.segments[places[p].segment];
    segment.base = Link(number);
    for (std::size_t i = 0; i < segment.numRoots; ++i)
      if (const Link root = segment.numbers()[1 + i]; root != none)
        numbers[p + i] = segment.base + root;
  };
  std::size_t root = 0;
  for (std::size_t k = 0; k < order.numTrees; ++k) {
    place(k, root);
    root += places[k].nodes;
  }
  for (Order::CrownNode &node : order.crown) {
    node.number = numbers[node.place];
    node.after = after(node.number, places[node.place].nodes);
    std::size_t next = node.number + 1;
    for (std::size_t c = node.first; c < node.first + node.count; ++c) {
      place(c, next);
      next += places[c].nodes;
    }
  }
  std::sort(order.segments.begin(), order.segments.end(),
            [](const Order::Segment &a, const Order::Segment &b) {
              return a.base < b.base;
            });
}

} // namespace detail

} // namespace regtt::rt
