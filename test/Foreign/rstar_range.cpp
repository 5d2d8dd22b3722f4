// Spatial index for map features (roads, buildings) in the manner of an R*-tree: entries
// with a box and either a child or a feature id, forced splits along the axis of least
// margin. Window queries collect the ids of all features that touch the window.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

typedef double coord_t;

struct Box {
  coord_t xmin, ymin, xmax, ymax;

  static Box empty() {
    const coord_t inf = std::numeric_limits<coord_t>::infinity();
    return Box{inf, inf, -inf, -inf};
  }
  bool intersects(const Box &b) const {
    return !(b.xmin > xmax || b.xmax < xmin || b.ymin > ymax || b.ymax < ymin);
  }
  bool within(const Box &b) const {
    return xmin >= b.xmin && xmax <= b.xmax && ymin >= b.ymin && ymax <= b.ymax;
  }
  void extend(const Box &b) {
    xmin = std::min(xmin, b.xmin);
    ymin = std::min(ymin, b.ymin);
    xmax = std::max(xmax, b.xmax);
    ymax = std::max(ymax, b.ymax);
  }
  coord_t area() const { return (xmax - xmin) * (ymax - ymin); }
  coord_t margin() const { return (xmax - xmin) + (ymax - ymin); }
};

struct Node;

struct Entry {
  Box box;
  Node *child; // null in leaves
  int id;
};

struct Node {
  int level; // 0: leaf
  std::vector<Entry> entries;

  explicit Node(int l) : level(l) {}
  ~Node() {
    for (Entry &e : entries)
      delete e.child;
  }
  Box bounds() const {
    Box b = Box::empty();
    for (const Entry &e : entries)
      b.extend(e.box);
    return b;
  }
};

class SpatialIndex {
public:
  enum { MAX_ENTRIES = 12, MIN_ENTRIES = 5 };

  SpatialIndex() : root_(new Node(0)), count_(0) {}
  ~SpatialIndex() { delete root_; }
  SpatialIndex(const SpatialIndex &) = delete;
  void operator=(const SpatialIndex &) = delete;

  void insert(const Box &box, int id) {
    Node *sibling = insert(root_, Entry{box, nullptr, id});
    if (sibling) {
      Node *top = new Node(root_->level + 1);
      top->entries.push_back(Entry{root_->bounds(), root_, -1});
      top->entries.push_back(Entry{sibling->bounds(), sibling, -1});
      root_ = top;
    }
    ++count_;
  }

  int height() const { return root_->level + 1; }
  int size() const { return count_; }

  void query(const Box &window, std::vector<int> &result) const { collect(root_, window, result); }

  void queryAll(const std::vector<Box> &windows, std::vector<std::vector<int>> &results) const {
    results.resize(windows.size());
#pragma regtt parallel
    for (size_t w = 0; w < windows.size(); ++w) {
      results[w].clear();
      query(windows[w], results[w]);
    }
  }

private:
#pragma regtt traversal
  void collect(const Node *node, const Box &window, std::vector<int> &result) const {
    if (node->level == 0) {
      for (const Entry &e : node->entries)
        if (window.intersects(e.box))
          result.push_back(e.id);
    } else {
      for (const Entry &e : node->entries)
        if (window.intersects(e.box))
          collect(e.child, window, result);
    }
  }

  Node *insert(Node *node, const Entry &entry) {
    if (node->level == 0) {
      node->entries.push_back(entry);
    } else {
      Entry &best = chooseSubtree(node, entry.box);
      Node *sibling = insert(best.child, entry);
      best.box = best.child->bounds();
      if (sibling)
        node->entries.push_back(Entry{sibling->bounds(), sibling, -1});
    }
    return node->entries.size() > MAX_ENTRIES ? split(node) : nullptr;
  }

  static Entry &chooseSubtree(Node *node, const Box &box) {
    size_t best = 0;
    coord_t bestGrowth = std::numeric_limits<coord_t>::max(), bestArea = bestGrowth;
    for (size_t i = 0; i < node->entries.size(); ++i) {
      Box grown = node->entries[i].box;
      const coord_t area = grown.area();
      grown.extend(box);
      const coord_t growth = grown.area() - area;
      if (growth < bestGrowth || (growth == bestGrowth && area < bestArea)) {
        best = i;
        bestGrowth = growth;
        bestArea = area;
      }
    }
    return node->entries[best];
  }

  static Node *split(Node *node) {
    std::vector<Entry> &all = node->entries;
    coord_t bestMargin = std::numeric_limits<coord_t>::max();
    size_t bestAt = MIN_ENTRIES;
    std::vector<Entry> bestOrder;
    for (int axis = 0; axis < 2; ++axis) {
      std::stable_sort(all.begin(), all.end(), [axis](const Entry &a, const Entry &b) {
        return axis == 0 ? a.box.xmin + a.box.xmax < b.box.xmin + b.box.xmax
                         : a.box.ymin + a.box.ymax < b.box.ymin + b.box.ymax;
      });
      for (size_t at = MIN_ENTRIES; at + MIN_ENTRIES <= all.size(); ++at) {
        Box left = Box::empty(), right = Box::empty();
        for (size_t i = 0; i < all.size(); ++i)
          (i < at ? left : right).extend(all[i].box);
        const coord_t margin = left.margin() + right.margin();
        if (margin < bestMargin) {
          bestMargin = margin;
          bestAt = at;
          bestOrder = all;
        }
      }
    }
    Node *sibling = new Node(node->level);
    all.assign(bestOrder.begin(), bestOrder.begin() + bestAt);
    sibling->entries.assign(bestOrder.begin() + bestAt, bestOrder.end());
    return sibling;
  }

  Node *root_;
  int count_;
};

static uint32_t rngState = 0x9E3779B9u;
static double uniform() {
  rngState = rngState * 1664525u + 1013904223u;
  return (rngState >> 4) / 268435456.0;
}

static Box around(double x, double y, double w, double h) { return Box{x, y, x + w, y + h}; }

static void report(const char *what, const std::vector<Box> &windows, const SpatialIndex &index) {
  std::vector<std::vector<int>> results;
  index.queryAll(windows, results);

  size_t total = 0, largest = 0, none = 0;
  long long sum = 0;
  uint64_t hash = 1469598103934665603ull;
  for (const std::vector<int> &r : results) {
    total += r.size();
    largest = std::max(largest, r.size());
    none += r.empty();
    for (int id : r) {
      sum += id;
      hash = (hash ^ (uint64_t)(id + 1)) * 1099511628211ull;
    }
  }
  std::printf("%s: %zu windows, %zu ids (at most %zu, none for %zu), sum %lld, hash %016llx\n", what,
              windows.size(), total, largest, none, sum, (unsigned long long)hash);
  for (size_t w = 0; w < results.size(); w += 1 + results.size() / 16)
    std::printf("  window %zu: %zu ids, first %d last %d\n", w, results[w].size(),
                results[w].empty() ? -1 : results[w].front(),
                results[w].empty() ? -1 : results[w].back());
}

int main() {
  SpatialIndex index;
  int id = 0;
  for (int i = 0; i < 2500; ++i) // scattered roads
    index.insert(around(1000 * uniform(), 1000 * uniform(), 20 * uniform(), uniform()), id++);
  for (int town = 0; town < 15; ++town) {
    const double x = 950 * uniform(), y = 950 * uniform();
    for (int b = 0; b < 100; ++b)
      index.insert(around(x + 30 * uniform(), y + 30 * uniform(), uniform(), uniform()), id++);
    for (int b = 0; b < 6; ++b) // the same sign again and again
      index.insert(around(x, y, 0, 0), id++);
  }
  std::printf("%d features, height %d\n", index.size(), index.height());

  std::vector<Box> windows;
  for (int i = 0; i < 1200; ++i)
    windows.push_back(around(1000 * uniform(), 1000 * uniform(), 120 * uniform(), 120 * uniform()));
  windows.push_back(around(0, 0, 1100, 1100));
  windows.push_back(around(-50, -50, 10, 10));
  windows.push_back(Box::empty());
  report("windows", windows, index);

  std::vector<Box> strips;
  for (int i = 0; i < 300; ++i)
    strips.push_back(around(150 * (i % 6) + 20 * uniform(), 1000 * uniform(), 0.5, 3));
  report("strips", strips, index);

  SpatialIndex nothing;
  report("no features", std::vector<Box>(3, windows[0]), nothing);
  report("no windows", std::vector<Box>(), index);
  return 0;
}
// RUN: %as-written %s
