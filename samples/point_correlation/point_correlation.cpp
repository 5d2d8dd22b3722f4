// Two-point correlation: for every query point, how many of the data points
// lie within a radius of it. The data points are in a kd-tree with one point
// a leaf; a query enters a subtree only if the ball around the subtree's box
// can reach it.
//
// The traversal is `correlate`, the loop over the queries `correlateAll`. All
// else is around them: the tree, the radius, timing and output. Points, the
// order of the queries and the command line are in ../common.

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
  KdTree(const Points &coords, const std::vector<Point> &points)
      : coords(coords), points(points), ids(coords.count) {
    for (int i = 0; i < coords.count; ++i)
      ids[i] = i;
    if (coords.count > 0)
      rootNode = build(0, coords.count);
  }
  KdTree(const KdTree &) = delete;
  KdTree &operator=(const KdTree &) = delete;

  const Node *root() const { return rootNode; }

private:
  Node *build(int begin, int end) {
    Node &n = nodes.emplace_back(); // all members zero
    int axis = boundPoints(&coords, ids.data(), begin, end, n.min, n.max);
    if (end - begin == 1) {
      n.point = &points[ids[begin]];
      return &n;
    }
    int middle = splitAtMedian(&coords, axis, ids.data(), begin, end);
    n.left = build(begin, middle);
    n.right = build(middle, end);
    return &n;
  }

  const Points &coords;
  const std::vector<Point> &points;
  std::vector<int> ids;   // of the points, in the order of their leaves
  std::deque<Node> nodes; // keeps its elements in place as it grows
  Node *rootNode = nullptr;
};

/// A radius with which a typical point has about 50 neighbours: the median,
/// over 33 points spread evenly over the input, of the distance to the 50th
/// nearest. 1 if that is 0, or if there are fewer than two points.
static float chooseRadius(const Points &points) {
  const int neighbours = 50, samples = 33;
  std::vector<float> radii, squares(points.count);
  for (int s = 0; s < samples && points.count > 1; ++s) {
    const Coord &center = points.coords[size_t(s) * points.count / samples];
    for (int k = 0; k < points.count; ++k)
      squares[k] = squaredDistance(points.coords[k], center);
    int rank = std::min(neighbours, points.count - 1);
    std::nth_element(squares.begin(), squares.begin() + rank, squares.end());
    radii.push_back(std::sqrt(squares[rank]));
  }
  if (radii.empty())
    return 1;
  std::nth_element(radii.begin(), radii.begin() + radii.size() / 2,
                   radii.end());
  float chosen = radii[radii.size() / 2];
  return std::isfinite(chosen) && chosen > 0 ? chosen : 1;
}

static std::vector<Point> copyPoints(const Points &coords, const int *ids) {
  std::vector<Point> points(coords.count);
  for (int i = 0; i < coords.count; ++i)
    std::copy_n(coords.coords[ids ? ids[i] : i], DIM, points[i].coord);
  return points;
}

/// Compares with the distance to every point. A point that is within rounding
/// of the radius may be lost with its subtree, so neither bound is exact.
static void check(const std::vector<Point> &queries, const Points &points) {
  for (const Point &q : queries) {
    int least = 0, most = 0;
    for (int k = 0; k < points.count; ++k) {
      float distance = std::sqrt(squaredDistance(q.coord, points.coords[k]));
      least += distance < radius * 0.99999f;
      most += distance < radius * 1.00001f;
    }
    if (q.corr < least || q.corr > most)
      fail("check: a query has %d points within the radius, not %d", q.corr,
           least);
  }
  std::printf("check passed\n");
}

int main(int argc, char **argv) {
  PointOptions options = pointDefaults();
  double givenRadius = -1;
  Option table[NUM_POINT_OPTIONS + 1];
  addPointOptions(table, &options);
  table[NUM_POINT_OPTIONS] =
      numberOption("--radius", "R", "the radius (for about 50 neighbours)",
                   &givenRadius, 0, INFINITY);
  parseOptions(argc, argv,
               "Counts, for every query point, the points within a radius.",
               table, NUM_POINT_OPTIONS + 1);
  std::set_new_handler([] { failMemory(); });

  Points coords = loadPoints(&options, 0);
  Points queryCoords = copyQueries(&coords, &options);
  radius = givenRadius < 0 ? chooseRadius(coords) : float(givenRadius);
  FILE *out = openOutput(options.output);

  double start = milliseconds();
  std::vector<Point> points = copyPoints(coords, nullptr);
  KdTree tree(coords, points);
  printTimeSince("build", start);

  int *order = orderQueries(&queryCoords, &options);
  std::vector<Point> queries = copyPoints(queryCoords, order);
  int numQueries = int(queries.size());
  std::vector<double> times;
  for (int run = 0; run < options.repeat; ++run) {
    for (Point &query : queries)
      query.corr = 0;
    start = milliseconds();
    correlateAll(queries.data(), numQueries, tree.root());
    times.push_back(milliseconds() - start);
  }
  printTime("traversal", times.data(), options.repeat);

  std::vector<int> counts(numQueries); // in input order
  long long pairs = 0;
  uint64_t checksum = 0;
  for (int i = 0; i < numQueries; ++i) {
    counts[order[i]] = queries[i].corr;
    pairs += queries[i].corr;
    addResult(&checksum, order[i], queries[i].corr);
  }
  std::printf("points     %d\n", coords.count);
  std::printf("queries    %d, %s\n", numQueries, options.order);
  std::printf("dimension  %d\n", DIM);
  std::printf("radius     %.9g\n", radius);
  std::printf("pairs      %lld\n", pairs);
  printChecksum(checksum);
  if (out) {
    for (int count : counts)
      std::fprintf(out, "%d\n", count);
    closeOutput(out, options.output);
  }
  if (options.check)
    check(queries, coords);
  std::free(order);
  std::free(queryCoords.coords);
  std::free(coords.coords);
  return finish();
}
