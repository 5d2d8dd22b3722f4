// Nearest neighbour of every query in a ball tree: a node is a ball around its
// points, a leaf holds a bucket of them, and a node owns its children. A query
// passes over a ball that is no nearer than the best point so far, and visits
// first the child on its side of the plane that divides the two.
//
// The traversal is `search`, the loop over the queries `searchAll`. Points, the
// order of the queries and the command line are in ../common.

#include "../common/points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <new>
#include <vector>

struct Point {
  Coord coord;
  int id;
};

struct Ball {
  Coord center;
  float radius;
  int axis = 0; // of an inner node: the plane between its children
  float split = 0;
  std::unique_ptr<Ball> left, right; // both or neither
  std::vector<Point> points;         // of a leaf

  bool isLeaf() const { return !left; }
};

struct Query {
  Coord coord;
  float best;  // distance to the nearest point so far
  int nearest; // its id, or -1
};

static float distance(const Coord &a, const Coord &b) {
  return std::sqrt(squaredDistance(a, b));
}

#pragma regtt traversal
static void search(Query &q, const Ball &ball) {
  if (distance(q.coord, ball.center) - ball.radius >= q.best)
    return;
  if (ball.isLeaf()) {
    for (const Point &p : ball.points) {
      float d = distance(q.coord, p.coord);
      if (d < q.best) {
        q.best = d;
        q.nearest = p.id;
      }
    }
  } else if (q.coord[ball.axis] < ball.split) {
    search(q, *ball.left);
    search(q, *ball.right);
  } else {
    search(q, *ball.right);
    search(q, *ball.left);
  }
}

static void searchAll(std::vector<Query> &queries, const Ball &root) {
#pragma regtt parallel
  for (Query &q : queries)
    search(q, root);
}

/// The ball of the points ids[begin .. end - 1], of which there is at least
/// one: around the mean, as far as the farthest. Splits at the median of the
/// widest side until a bucket is small enough.
static std::unique_ptr<Ball> build(const Points &coords, int *ids, int begin,
                                   int end, int bucket) {
  auto ball = std::make_unique<Ball>();
  double sum[DIM] = {};
  for (int k = begin; k < end; ++k)
    for (int i = 0; i < DIM; ++i)
      sum[i] += coords.coords[ids[k]][i];
  for (int i = 0; i < DIM; ++i)
    ball->center[i] = float(sum[i] / (end - begin));
  ball->radius = 0;
  for (int k = begin; k < end; ++k)
    ball->radius =
        std::max(ball->radius, distance(coords.coords[ids[k]], ball->center));

  if (end - begin <= bucket) {
    for (int k = begin; k < end; ++k) {
      Point &p = ball->points.emplace_back();
      std::copy_n(coords.coords[ids[k]], DIM, p.coord);
      p.id = ids[k];
    }
    return ball;
  }
  Coord min, max;
  ball->axis = boundPoints(&coords, ids, begin, end, min, max);
  int middle = splitAtMedian(&coords, ball->axis, ids, begin, end);
  ball->split = coords.coords[ids[middle]][ball->axis];
  ball->left = build(coords, ids, begin, middle, bucket);
  ball->right = build(coords, ids, middle, end, bucket);
  return ball;
}

static std::vector<Query> makeQueries(const Points &coords, const int *order) {
  std::vector<Query> queries(coords.count);
  for (int i = 0; i < coords.count; ++i) {
    std::copy_n(coords.coords[order[i]], DIM, queries[i].coord);
    queries[i].best = INFINITY;
    queries[i].nearest = -1;
  }
  return queries;
}

/// No point may be nearer than the one found. The distance from a ball is
/// rounded, so a point that is nearer by no more than that may be missed.
static void check(const std::vector<Query> &queries, const Points &points) {
  for (const Query &q : queries) {
    float best = INFINITY, size = 0;
    for (int k = 0; k < points.count; ++k)
      best = std::min(best, distance(q.coord, points.coords[k]));
    for (float x : q.coord)
      size = std::max(size, std::fabs(x));
    bool found = q.nearest >= 0;
    if (found != (points.count > 0) ||
        (found && q.best > best + 1e-6f * (best + size)))
      fail("check: a query has its nearest point at %g, not at %g", best,
           q.best);
  }
  std::printf("check passed\n");
}

int main(int argc, char **argv) {
  PointOptions options = pointDefaults();
  int bucket = 8;
  Option table[NUM_POINT_OPTIONS + 1];
  addPointOptions(table, &options);
  table[NUM_POINT_OPTIONS] = wholeOption(
      "--bucket", "N", "points in a leaf at most (8)", &bucket, 1, INT_MAX);
  parseOptions(argc, argv,
               "Finds the nearest point of every query in a ball tree.", table,
               NUM_POINT_OPTIONS + 1);
  std::set_new_handler([] { failMemory(); });
  Sets sets = loadSets(&options);
  FILE *out = openOutput(options.output);

  double start = milliseconds();
  int *ids = allIds(sets.points.count);
  std::unique_ptr<Ball> root;
  if (sets.points.count > 0)
    root = build(sets.points, ids, 0, sets.points.count, bucket);
  printTimeSince("build", start);

  int *order = orderQueries(&sets.queries, &options);
  std::vector<Query> queries;
  std::vector<double> times;
  for (int run = 0; run < options.repeat; ++run) {
    queries = makeQueries(sets.queries, order);
    start = milliseconds();
    if (root)
      searchAll(queries, *root);
    times.push_back(milliseconds() - start);
  }
  printTime("traversal", times.data(), options.repeat);

  std::vector<Query> results(queries.size()); // in input order
  double sum = 0;
  uint64_t checksum = 0;
  for (size_t i = 0; i < queries.size(); ++i)
    results[order[i]] = queries[i];
  for (size_t i = 0; i < results.size(); ++i) {
    sum += results[i].nearest < 0 ? 0 : results[i].best;
    addResult(&checksum, int(i),
              floatBits(results[i].best) << 32 ^ uint32_t(results[i].nearest));
  }
  std::printf("points     %d, up to %d in a leaf\n", sets.points.count, bucket);
  std::printf("queries    %d, %s\n", sets.queries.count, options.order);
  std::printf("dimension  %d\n", DIM);
  std::printf("distance   %.9g on average\n",
              results.empty() ? 0 : sum / double(results.size()));
  printChecksum(checksum);
  if (out) {
    for (const Query &q : results)
      std::fprintf(out, "%d %.9g\n", q.nearest, q.best);
    closeOutput(out, options.output);
  }
  if (options.check)
    check(queries, sets.points);
  std::free(order);
  std::free(ids);
  std::free(sets.points.coords);
  return finish();
}
