// Nearest neighbour in a kd-tree, near side first: the traversal is a member
// function of a class template, over private nodes, and its second call is
// guarded by what the first one found. Prints every answer in full, so that
// two builds of this file can be compared byte for byte. Where points are
// equally far the answer depends on the order of the visits.
//
//   nearest_template [SHAPE [POINTS [SEED [QUERIES]]]]
//   SHAPE: random, clustered, equal, grid
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "random 2000 1" \
// RUN:   "clustered 3000 2" \
// RUN:   "equal 500 3" \
// RUN:   "grid 1000 4" \
// RUN:   "random 1" \
// RUN:   "random 2" \
// RUN:   "random 0 1 5" \
// RUN:   "random 100 1 0"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>
#include <random>
#include <string>
#include <vector>

template <typename T, int D> class KdTree {
public:
  struct Point {
    T coord[D];
    int id;
  };
  struct Query {
    T coord[D];
    T best; // squared distance of the nearest point so far
    int id; // that point, or -1
  };

  explicit KdTree(std::vector<Point> points) {
    root_ = build(points, 0, points.size(), 0);
  }
  KdTree(const KdTree &) = delete;
  KdTree &operator=(const KdTree &) = delete;

  /// Finds the nearest point of every query.
  void search(std::vector<Query> &queries) const {
    int numQueries = int(queries.size());
#pragma regtt parallel
    for (int i = 0; i < numQueries; ++i)
      nearest(queries[i], root_);
  }

private:
  struct Node {
    T coord[D];
    int axis;
    int id;
    Node *child[2]; // less on the axis, not less
  };

#pragma regtt traversal
  void nearest(Query &q, const Node *n) const {
    if (!n)
      return;
    T d = 0;
    for (int i = 0; i < D; ++i) {
      T delta = q.coord[i] - n->coord[i];
      d += delta * delta;
    }
    if (d < q.best) {
      q.best = d;
      q.id = n->id;
    }
    T diff = q.coord[n->axis] - n->coord[n->axis];
    int near = diff < 0 ? 0 : 1;
    nearest(q, n->child[near]);
    if (diff * diff < q.best)
      nearest(q, n->child[1 - near]);
  }

  Node *build(std::vector<Point> &points, size_t begin, size_t end, int depth) {
    if (begin == end)
      return nullptr;
    int axis = depth % D;
    size_t middle = begin + (end - begin) / 2;
    std::nth_element(points.begin() + begin, points.begin() + middle,
                     points.begin() + end,
                     [axis](const Point &a, const Point &b) {
                       return a.coord[axis] < b.coord[axis];
                     });
    nodes_.emplace_back();
    Node *n = &nodes_.back();
    std::copy(points[middle].coord, points[middle].coord + D, n->coord);
    n->axis = axis;
    n->id = points[middle].id;
    n->child[0] = build(points, begin, middle, depth + 1);
    n->child[1] = build(points, middle + 1, end, depth + 1);
    return n;
  }

  std::deque<Node> nodes_; // keeps its elements in place as it grows
  Node *root_;
};

/// Draws points: uniform in the unit cube, in eight tight clouds, all in one
/// place, or on a coarse grid, where many are equally far from a query.
template <typename T, int D> class Generator {
public:
  Generator(const std::string &shape, unsigned seed)
      : shape_(shape), random_(seed) {
    for (auto &center : centers_)
      for (T &x : center)
        x = uniform_(random_);
  }

  void drawPoint(T *coord) {
    const T *center = centers_[shape_ == "clustered" ? random_() % 8 : 0];
    for (int i = 0; i < D; ++i) {
      if (shape_ == "random")
        coord[i] = uniform_(random_);
      else if (shape_ == "clustered")
        coord[i] = center[i] + T(0.01) * uniform_(random_);
      else if (shape_ == "grid")
        coord[i] = T(random_() % 8) / 4;
      else
        coord[i] = center[i];
    }
  }

  /// As a point, but not in the one place where all points are.
  void drawQuery(T *coord) {
    drawPoint(coord);
    if (shape_ == "equal")
      for (int i = 0; i < D; ++i)
        coord[i] = uniform_(random_);
  }

private:
  std::string shape_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<T> uniform_;
  T centers_[8][D];
};

/// Searches for `numQueries` queries; every second one is in the same place as
/// a point of the tree, as far as there are any.
template <typename T, int D>
static void run(const char *name, const std::string &shape, int numPoints,
                unsigned seed, int numQueries) {
  using Tree = KdTree<T, D>;
  Generator<T, D> generator(shape, seed);
  std::vector<typename Tree::Point> points(numPoints);
  for (int i = 0; i < numPoints; ++i) {
    generator.drawPoint(points[i].coord);
    points[i].id = i;
  }
  std::vector<typename Tree::Query> queries(numQueries);
  for (int i = 0; i < numQueries; ++i) {
    generator.drawQuery(queries[i].coord);
    if (i % 2 && numPoints > 0)
      std::copy_n(points[i % numPoints].coord, D, queries[i].coord);
    queries[i].best = std::numeric_limits<T>::infinity();
    queries[i].id = -1;
  }
  Tree tree(points);
  tree.search(queries);

  std::printf("%s: %d points, %d queries\n", name, numPoints, numQueries);
  for (const auto &q : queries)
    std::printf("%d %a\n", q.id, double(q.best));
}

int main(int argc, char **argv) {
  std::string shape = argc > 1 ? argv[1] : "random";
  int numPoints = argc > 2 ? std::atoi(argv[2]) : 1000;
  unsigned seed = argc > 3 ? unsigned(std::atoi(argv[3])) : 1;
  int numQueries = argc > 4 ? std::atoi(argv[4]) : 2 * numPoints;
  bool known = shape == "random" || shape == "clustered" || shape == "equal" ||
               shape == "grid";
  if (!known || numPoints < 0 || numQueries < 0) {
    std::fprintf(stderr, "usage: nearest_template [random|clustered|equal|grid "
                         "[POINTS [SEED [QUERIES]]]]\n");
    return 1;
  }
  run<float, 3>("float, 3-D", shape, numPoints, seed, numQueries);
  run<double, 2>("double, 2-D", shape, numPoints, seed, numQueries);
  return 0;
}
