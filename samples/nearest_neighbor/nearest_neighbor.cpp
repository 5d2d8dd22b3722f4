// Nearest neighbour of every query in a kd-tree, in two layouts: with the
// points in the leaves, one each, or with a point in every node. A query goes
// to the side of the splitting plane that it is on, and then to the other side
// only if the plane is nearer than the best point so far.
//
// The traversals are `searchLeaves` and `searchNodes`, the loops `findInLeaves`
// and `findInNodes`. Points, the order of the queries and the command line are
// in ../common.

#include "../common/points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <new>
#include <vector>

struct Point {
  Coord coord;
  int id;
};

struct Query {
  Coord coord;
  float best;  // square of the distance to the nearest point so far
  int nearest; // its id, or -1
};

/// A tree with the points in its leaves.
struct LeafNode {
  int axis;
  float split;            // left: coordinates up to it, right: from it on
  const Point *point;     // at a leaf only
  LeafNode *left, *right; // both or neither
};

/// A tree with a point in every node.
struct PointNode {
  Point point;
  int axis;
  PointNode *child[2]; // coordinates up to the point's, and from it on
};

static void consider(Query &q, const Point &p) {
  float sum = 0;
  for (int i = 0; i < DIM; ++i) {
    float d = q.coord[i] - p.coord[i];
    sum += d * d;
  }
  if (sum < q.best) {
    q.best = sum;
    q.nearest = p.id;
  }
}

#pragma regtt traversal
static void searchLeaves(Query &q, const LeafNode *n) {
  if (!n->left) {
    consider(q, *n->point);
    return;
  }
  float diff = q.coord[n->axis] - n->split;
  const LeafNode *near = diff < 0 ? n->left : n->right;
  const LeafNode *far = diff < 0 ? n->right : n->left;
  searchLeaves(q, near);
  if (diff * diff < q.best)
    searchLeaves(q, far);
}

#pragma regtt traversal
static void searchNodes(Query &q, const PointNode *n) {
  if (!n)
    return;
  consider(q, n->point);
  float diff = q.coord[n->axis] - n->point.coord[n->axis];
  int side = diff < 0 ? 0 : 1;
  searchNodes(q, n->child[side]);
  if (diff * diff < q.best)
    searchNodes(q, n->child[1 - side]);
}

static void findInLeaves(std::vector<Query> &queries, const LeafNode *root) {
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    searchLeaves(queries[i], root);
}

static void findInNodes(std::vector<Query> &queries, const PointNode *root) {
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    searchNodes(queries[i], root);
}

/// Both trees over the same points, split at the median of the widest side.
class KdTrees {
public:
  explicit KdTrees(const Points &coords) : coords(coords), ids(coords.count) {
    points.resize(coords.count);
    for (int i = 0; i < coords.count; ++i) {
      std::copy_n(coords.coords[i], DIM, points[i].coord);
      points[i].id = ids[i] = i;
    }
  }
  KdTrees(const KdTrees &) = delete;
  KdTrees &operator=(const KdTrees &) = delete;

  /// Null if there are no points.
  LeafNode *buildLeaves() {
    return coords.count ? buildLeaves(0, coords.count) : nullptr;
  }
  PointNode *buildNodes() { return buildNodes(0, coords.count); }

private:
  LeafNode *buildLeaves(int begin, int end) {
    LeafNode &n = leafNodes.emplace_back(); // all members zero
    if (end - begin == 1) {
      n.point = &points[ids[begin]];
      return &n;
    }
    int middle = split(begin, end, n.axis);
    n.split = coords.coords[ids[middle]][n.axis];
    n.left = buildLeaves(begin, middle);
    n.right = buildLeaves(middle, end);
    return &n;
  }

  PointNode *buildNodes(int begin, int end) {
    if (begin == end)
      return nullptr;
    PointNode &n = pointNodes.emplace_back();
    int middle = split(begin, end, n.axis);
    n.point = points[ids[middle]];
    n.child[0] = buildNodes(begin, middle);
    n.child[1] = buildNodes(middle + 1, end);
    return &n;
  }

  int split(int begin, int end, int &axis) {
    Coord min, max;
    axis = boundPoints(&coords, ids.data(), begin, end, min, max);
    return splitAtMedian(&coords, axis, ids.data(), begin, end);
  }

  const Points &coords;
  std::vector<Point> points;
  std::vector<int> ids;
  std::deque<LeafNode> leafNodes; // these keep their elements in place
  std::deque<PointNode> pointNodes;
};

static std::vector<Query> makeQueries(const Points &coords, const int *order) {
  std::vector<Query> queries(coords.count);
  for (int i = 0; i < coords.count; ++i) {
    std::copy_n(coords.coords[order[i]], DIM, queries[i].coord);
    queries[i].best = INFINITY;
    queries[i].nearest = -1;
  }
  return queries;
}

/// No point may be nearer than the one found. Distances are computed in one
/// way everywhere and rounding is monotone, so the comparison is exact.
static void check(const std::vector<Query> &queries, const Points &points) {
  for (const Query &q : queries) {
    float best = INFINITY;
    for (int k = 0; k < points.count; ++k)
      best = std::min(best, squaredDistance(q.coord, points.coords[k]));
    if (q.best != best || (points.count > 0) != (q.nearest >= 0))
      fail("check: a query has its nearest point at %g, not at %g",
           std::sqrt(best), std::sqrt(q.best));
  }
  std::printf("check passed\n");
}

int main(int argc, char **argv) {
  PointOptions options = pointDefaults();
  const char *layout = "leaves";
  Option table[NUM_POINT_OPTIONS + 1];
  addPointOptions(table, &options);
  table[NUM_POINT_OPTIONS] =
      choiceOption("--tree", "LAYOUT", "points in leaves or nodes (leaves)",
                   &layout, "leaves, nodes");
  parseOptions(argc, argv, "Finds the nearest point of every query.", table,
               NUM_POINT_OPTIONS + 1);
  std::set_new_handler([] { failMemory(); });
  Sets sets = loadSets(&options);
  FILE *out = openOutput(options.output);

  double start = milliseconds();
  bool inLeaves = strcmp(layout, "leaves") == 0;
  KdTrees trees(sets.points);
  LeafNode *leafRoot = inLeaves ? trees.buildLeaves() : nullptr;
  PointNode *nodeRoot = inLeaves ? nullptr : trees.buildNodes();
  printTimeSince("build", start);

  int *order = orderQueries(&sets.queries, &options);
  std::vector<Query> queries;
  std::vector<double> times;
  for (int run = 0; run < options.repeat; ++run) {
    queries = makeQueries(sets.queries, order);
    start = milliseconds();
    if (nodeRoot)
      findInNodes(queries, nodeRoot);
    else if (leafRoot)
      findInLeaves(queries, leafRoot);
    times.push_back(milliseconds() - start);
  }
  printTime("traversal", times.data(), options.repeat);

  std::vector<Query> results(queries.size()); // in input order
  double sum = 0;
  uint64_t checksum = 0;
  for (size_t i = 0; i < queries.size(); ++i)
    results[order[i]] = queries[i];
  for (size_t i = 0; i < results.size(); ++i) {
    sum += results[i].nearest < 0 ? 0 : std::sqrt(results[i].best);
    addResult(&checksum, int(i),
              floatBits(results[i].best) << 32 ^ uint32_t(results[i].nearest));
  }
  std::printf("points     %d, in %s\n", sets.points.count, layout);
  std::printf("queries    %d, %s\n", sets.queries.count, options.order);
  std::printf("dimension  %d\n", DIM);
  std::printf("distance   %.9g on average\n",
              results.empty() ? 0 : sum / double(results.size()));
  printChecksum(checksum);
  if (out) {
    for (const Query &q : results)
      std::fprintf(out, "%d %.9g\n", q.nearest, std::sqrt(q.best));
    closeOutput(out, options.output);
  }
  if (options.check)
    check(queries, sets.points);
  std::free(order);
  std::free(sets.points.coords);
  return finish();
}
