// Nearest neighbour of every query in a vantage point tree, which uses nothing
// but distances. A node's points are divided by their distance from its vantage
// point at the median: the nearer half is inside, the others outside. A query
// goes first to the half that it is in itself, and to the other only if the
// ball of the best distance so far reaches across.
//
// The traversal is `VpTree::search`, the loop over the queries
// `VpTree::searchAll`. Points, the order of the queries and the command line
// are in ../common.

#include "../common/points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <new>
#include <vector>

struct Query {
  Coord coord;
  float best;  // distance to the nearest point so far
  int nearest; // its id, or -1
  int visited; // how many nodes
};

class VpTree {
public:
  VpTree(const Points &points, uint64_t seed) : random(seeded(seed)) {
    std::vector<Item> items(points.count);
    for (int i = 0; i < points.count; ++i)
      items[i] = {points.coords[i], 0, i};
    root = build(items.data(), items.data() + items.size());
  }
  VpTree(const VpTree &) = delete;
  VpTree &operator=(const VpTree &) = delete;

  void searchAll(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (size_t i = 0; i < queries.size(); ++i)
      search(root, &queries[i]);
  }

private:
  struct Node {
    Coord vantage;
    int id;          // of the vantage point
    float threshold; // inside: distances below it, outside: from it on
    Node *inside = nullptr, *outside = nullptr;
  };

  struct Item {
    const float *coord;
    float distance; // from the vantage point at hand
    int id;
  };

  static float distance(const float *a, const float *b) {
    return std::sqrt(squaredDistance(a, b));
  }

#pragma regtt traversal
  void search(const Node *n, Query *q) const {
    if (!n)
      return;
    q->visited++;
    float d = distance(q->coord, n->vantage);
    if (d < q->best) {
      q->best = d;
      q->nearest = n->id;
    }
    if (d < n->threshold) {
      search(n->inside, q);
      if (d + q->best > n->threshold)
        search(n->outside, q);
    } else {
      search(n->outside, q);
      if (d - q->best < n->threshold)
        search(n->inside, q);
    }
  }

  Node *build(Item *begin, Item *end) {
    if (begin == end)
      return nullptr;
    std::swap(*begin, begin[randomBelow(&random, end - begin)]);
    Node &n = nodes.emplace_back();
    std::copy_n(begin->coord, DIM, n.vantage);
    n.id = begin->id;
    n.threshold = 0;
    Item *first = begin + 1;
    if (first == end)
      return &n;
    for (Item *item = first; item != end; ++item)
      item->distance = distance(item->coord, n.vantage);
    Item *middle = first + (end - first) / 2;
    std::nth_element(first, middle, end, [](const Item &a, const Item &b) {
      return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
    });
    n.threshold = middle->distance;
    n.inside = build(first, middle);
    n.outside = build(middle, end);
    return &n;
  }

  Random random;
  std::deque<Node> nodes; // keeps its elements in place as it grows
  Node *root = nullptr;
};

static std::vector<Query> makeQueries(const Points &coords, const int *order) {
  std::vector<Query> queries(coords.count);
  for (int i = 0; i < coords.count; ++i) {
    std::copy_n(coords.coords[order[i]], DIM, queries[i].coord);
    queries[i].best = INFINITY;
    queries[i].nearest = -1;
    queries[i].visited = 0;
  }
  return queries;
}

/// No point may be nearer than the one found. A sum or difference of distances
/// is rounded, so a point that is nearer by no more than that may be missed.
static void check(const std::vector<Query> &queries, const Points &points) {
  for (const Query &q : queries) {
    float best = INFINITY;
    for (int k = 0; k < points.count; ++k)
      best = std::min(best, squaredDistance(q.coord, points.coords[k]));
    best = std::sqrt(best);
    bool found = q.nearest >= 0;
    if (found != (points.count > 0) || (found && q.best > best * 1.00001f))
      fail("check: a query has its nearest point at %g, not at %g", best,
           q.best);
  }
  std::printf("check passed\n");
}

int main(int argc, char **argv) {
  PointOptions options = pointDefaults();
  Option table[NUM_POINT_OPTIONS];
  addPointOptions(table, &options);
  parseOptions(
      argc, argv,
      "Finds the nearest point of every query in a vantage point tree.", table,
      NUM_POINT_OPTIONS);
  std::set_new_handler([] { failMemory(); });
  Sets sets = loadSets(&options);
  FILE *out = openOutput(options.output);

  double start = milliseconds();
  VpTree tree(sets.points, options.seed + 2);
  printTimeSince("build", start);

  int *order = orderQueries(&sets.queries, &options);
  std::vector<Query> queries;
  std::vector<double> times;
  for (int run = 0; run < options.repeat; ++run) {
    queries = makeQueries(sets.queries, order);
    start = milliseconds();
    tree.searchAll(queries);
    times.push_back(milliseconds() - start);
  }
  printTime("traversal", times.data(), options.repeat);

  std::vector<Query> results(queries.size()); // in input order
  long long visited = 0;
  uint64_t checksum = 0;
  for (size_t i = 0; i < queries.size(); ++i)
    results[order[i]] = queries[i];
  for (size_t i = 0; i < results.size(); ++i) {
    visited += results[i].visited;
    addResult(&checksum, int(i),
              floatBits(results[i].best) << 32 ^ uint32_t(results[i].nearest));
  }
  std::printf("points     %d\n", sets.points.count);
  std::printf("queries    %d, %s\n", sets.queries.count, options.order);
  std::printf("dimension  %d\n", DIM);
  std::printf("visited    %lld nodes\n", visited);
  printChecksum(checksum);
  if (out) {
    for (const Query &q : results)
      std::fprintf(out, "%d %.9g %d\n", q.nearest, q.best, q.visited);
    closeOutput(out, options.output);
  }
  if (options.check)
    check(queries, sets.points);
  std::free(order);
  std::free(sets.points.coords);
  return finish();
}
