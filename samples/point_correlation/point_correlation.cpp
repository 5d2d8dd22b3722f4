// Two-point correlation: for every query point, how many of the data points
// lie within a radius of it. The data points are in a kd-tree with one point
// a leaf; a query enters a subtree only if the ball around the subtree's box
// can reach it.
//
// The traversal is `correlate`, the loop over the queries `correlateAll`. All
// else is around them: the tree, the order of the queries, timing and output.
// Where points come from is in points.h, the command line in options.h.

#ifndef DIM
#define DIM 3
#endif

#include "options.h"
#include "points.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <fstream>
#include <new>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Point {
  float coord[DIM];
  int corr; // how many points are within the radius
};

struct Node {
  float min[DIM], max[DIM];
  const Point *point; // at a leaf only
  Node *left, *right; // both or neither
};

static float radius;

static bool canCorrelate(const Point *p, const Node *n) {
  float sum = 0, boxsum = 0;
  for (int i = 0; i < DIM; ++i) {
    float center = (n->max[i] + n->min[i]) / 2;
    float boxdist = (n->max[i] - n->min[i]) / 2;
    float dist = p->coord[i] - center;
    sum += dist * dist;
    boxsum += boxdist * boxdist;
  }
  return std::sqrt(sum) - std::sqrt(boxsum) < radius;
}

static bool inRadius(const Point *p, const Point *other) {
  float sum = 0;
  for (int i = 0; i < DIM; ++i) {
    float dist = p->coord[i] - other->coord[i];
    sum += dist * dist;
  }
  return std::sqrt(sum) < radius;
}

#pragma regtt traversal
static void correlate(Point *p, const Node *n) {
  if (!canCorrelate(p, n))
    return;
  if (!n->left && !n->right) {
    if (inRadius(p, n->point))
      p->corr++;
    return;
  }
  correlate(p, n->left);
  correlate(p, n->right);
}

static void correlateAll(Point *queries, int numQueries, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    correlate(&queries[i], root);
}

/// A kd-tree over points that the caller keeps. Every inner node halves its
/// points at the median of the widest side of their box, so that the depth is
/// ceil(log2(n)) + 1 for any input, all points equal included.
class KdTree {
public:
  explicit KdTree(const std::vector<Point> &points) {
    order.reserve(points.size());
    for (const Point &p : points)
      order.push_back(&p);
    if (!points.empty())
      rootNode = build(0, order.size());
  }
  KdTree(const KdTree &) = delete;
  KdTree &operator=(const KdTree &) = delete;

  const Node *root() const { return rootNode; }

  /// The points in the order of their leaves.
  const std::vector<const Point *> &leaves() const { return order; }

private:
  Node *build(size_t begin, size_t end) {
    Node &n = nodes.emplace_back();
    n.point = nullptr;
    n.left = n.right = nullptr;
    int axis = bound(n, begin, end);
    if (end - begin == 1) {
      n.point = order[begin];
      return &n;
    }
    size_t middle = begin + (end - begin) / 2;
    std::nth_element(order.begin() + begin, order.begin() + middle,
                     order.begin() + end,
                     [axis](const Point *a, const Point *b) {
                       return a->coord[axis] < b->coord[axis];
                     });
    n.left = build(begin, middle);
    n.right = build(middle, end);
    return &n;
  }

  /// Sets the node's box to that of its points; returns its widest axis.
  int bound(Node &n, size_t begin, size_t end) const {
    int widest = 0;
    for (int i = 0; i < DIM; ++i) {
      n.min[i] = n.max[i] = order[begin]->coord[i];
      for (size_t k = begin + 1; k < end; ++k) {
        n.min[i] = std::min(n.min[i], order[k]->coord[i]);
        n.max[i] = std::max(n.max[i], order[k]->coord[i]);
      }
      if (n.max[i] - n.min[i] > n.max[widest] - n.min[widest])
        widest = i;
    }
    return widest;
  }

  std::vector<const Point *> order;
  std::deque<Node> nodes; // keeps its elements in place as it grows
  Node *rootNode = nullptr;
};

/// The queries in the order of the loop. Query `ids[i]` is at `queries[i]`.
struct QueryList {
  std::vector<Point> queries;
  std::vector<int> ids;
};

/// Copies `numQueries` points, spread evenly over the input, and puts the
/// copies in the order asked for.
static QueryList makeQueries(const std::vector<Point> &points,
                             const KdTree &tree, int numQueries,
                             const Options &options) {
  if (points.empty() && numQueries > 0)
    throw std::runtime_error("--queries: there are no points to copy");
  auto pointOf = [&](int id) {
    return size_t(uint64_t(id) * points.size() / numQueries);
  };
  QueryList list;
  list.ids.resize(numQueries);
  std::iota(list.ids.begin(), list.ids.end(), 0);
  if (options.order == "tree") {
    std::vector<size_t> rank(points.size());
    for (size_t i = 0; i < points.size(); ++i)
      rank[tree.leaves()[i] - points.data()] = i;
    std::sort(list.ids.begin(), list.ids.end(), [&](int a, int b) {
      return std::make_pair(rank[pointOf(a)], a) <
             std::make_pair(rank[pointOf(b)], b);
    });
  } else {
    std::shuffle(list.ids.begin(), list.ids.end(),
                 std::mt19937_64(options.seed + 1));
  }
  list.queries.reserve(numQueries);
  for (int id : list.ids)
    list.queries.push_back(points[pointOf(id)]);
  return list;
}

/// A sum of one hash per query, which does not depend on the loop's order.
static uint64_t checksum(const QueryList &list) {
  uint64_t sum = 0;
  for (size_t i = 0; i < list.queries.size(); ++i) {
    uint64_t x = uint64_t(list.ids[i]) << 32 | uint32_t(list.queries[i].corr);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    sum += x ^ x >> 31;
  }
  return sum;
}

static void writeCounts(std::ofstream &out, const std::string &file,
                        const QueryList &list) {
  std::vector<int> counts(list.ids.size());
  for (size_t i = 0; i < counts.size(); ++i)
    counts[list.ids[i]] = list.queries[i].corr;
  for (int count : counts)
    out << count << '\n';
  out.close();
  if (!out)
    throw std::runtime_error("cannot write '" + file + "'");
}

using Clock = std::chrono::steady_clock;

static double millisecondsSince(Clock::time_point start) {
  std::chrono::duration<double, std::milli> time = Clock::now() - start;
  return time.count();
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle]
                           : (values[middle - 1] + values[middle]) / 2;
}

static void run(const Options &options) {
  std::vector<Coord> coords =
      options.file.empty()
          ? makeShape(options.shape, options.numPoints, options.seed)
          : readPoints(options.file);
  radius = options.radius ? *options.radius : chooseRadius(coords);

  std::ofstream out;
  if (!options.output.empty()) {
    out.open(options.output);
    if (!out)
      throw std::runtime_error("cannot write '" + options.output + "'");
  }

  std::vector<Point> points(coords.size());
  for (size_t i = 0; i < coords.size(); ++i)
    std::copy(coords[i].begin(), coords[i].end(), points[i].coord);

  Clock::time_point start = Clock::now();
  KdTree tree(points);
  double build = millisecondsSince(start);
  int numQueries = options.numQueries.value_or(int(points.size()));
  QueryList list = makeQueries(points, tree, numQueries, options);

  std::printf("points     %zu\n", points.size());
  std::printf("queries    %d, %s\n", numQueries,
              options.order == "tree" ? "in tree order" : "shuffled");
  std::printf("dimension  %d\n", DIM);
  std::printf("radius     %.9g%s\n", double(radius),
              options.radius ? "" : " (chosen for about 50 neighbours)");
  std::printf("build      %.3f ms\n", build);

  std::vector<double> times;
  for (int i = 0; i < options.repeat; ++i) {
    for (Point &query : list.queries)
      query.corr = 0;
    start = Clock::now();
    correlateAll(list.queries.data(), numQueries, tree.root());
    times.push_back(millisecondsSince(start));
  }
  long long pairs = 0;
  for (const Point &query : list.queries)
    pairs += query.corr;

  std::printf("traversal  %.3f ms", median(times));
  if (options.repeat > 1)
    std::printf(" (median of %d)", options.repeat);
  std::printf("\npairs      %lld\n", pairs);
  std::printf("checksum   %016llx\n", (unsigned long long)checksum(list));
  if (!options.output.empty())
    writeCounts(out, options.output, list);
}

int main(int argc, char **argv) {
  try {
    run(parseOptions(argc, argv));
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "point_correlation: error: not enough memory\n");
    return 1;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "point_correlation: error: %s\n", e.what());
    return 1;
  }
  return 0;
}
