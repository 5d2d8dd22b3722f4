// Arrays that all queries share, reached by an index known at run time only:
// buckets of points through an index in the node, permutations, rows of two
// dimensions, arrays of pointers with null ones, pointers and references to
// elements, elements handed to helpers; as globals, parameters, members of
// shared objects and of the class whose member function runs the loop; the
// queries and an array being the same points.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 1" "64 2" "1 3" "0 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/shared_arrays.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/shared_arrays.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/shared_arrays.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Point {
  const char *label; // not copied
  float coord[3];
  int found;
  double mass;
};

struct Node {
  float lo[3], hi[3];
  int first, count;
  Node *left = nullptr, *right = nullptr;
};

struct Tree {
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<Point> points;
  std::vector<int> order;
  Node *root = nullptr;

  Node *build(int first, int count) {
    if (count == 0)
      return nullptr;
    nodes.push_back(std::make_unique<Node>());
    Node *n = nodes.back().get();
    n->first = first;
    n->count = count;
    for (int d = 0; d < 3; ++d) {
      n->lo[d] = n->hi[d] = points[order[first]].coord[d];
      for (int k = 1; k < count; ++k) {
        float x = points[order[first + k]].coord[d];
        n->lo[d] = std::min(n->lo[d], x);
        n->hi[d] = std::max(n->hi[d], x);
      }
    }
    if (count <= 5)
      return n;
    int axis = 0;
    for (int d = 1; d < 3; ++d)
      if (n->hi[d] - n->lo[d] > n->hi[axis] - n->lo[axis])
        axis = d;
    std::stable_sort(order.begin() + first, order.begin() + first + count,
                     [&](int a, int b) {
                       return points[a].coord[axis] < points[b].coord[axis];
                     });
    n->count = 0;
    n->left = build(first, count / 2);
    n->right = build(first + count / 2, count - count / 2);
    return n;
  }
};

float weights[7] = {1, 2, 0.5f, 3, 0.25f, 7, 11};
double table[100][3];
std::vector<Point *> pointers;

static bool far(const float *at, const Node *n, float radius) {
  for (int d = 0; d < 3; ++d)
    if (at[d] + radius < n->lo[d] || at[d] - radius > n->hi[d])
      return true;
  return false;
}

// A std::vector by reference, an index through another array, a fixed global.
struct Count {
  float at[3];
  int near;
  double sum;
};
static float squared(const Count &q, const Point &p) {
  float sum = 0;
  for (int d = 0; d < 3; ++d)
    sum += (q.at[d] - p.coord[d]) * (q.at[d] - p.coord[d]);
  return sum;
}

#pragma regtt traversal
void count(Count &q, const Node *n, const std::vector<Point> &points,
           const std::vector<int> &order, float radius) {
  if (!n || far(q.at, n, radius))
    return;
  for (int k = 0; k < n->count; ++k) {
    if (squared(q, points[order[n->first + k]]) > radius * radius)
      continue;
    const Point &p = points[order[n->first + k]];
    q.near++;
    q.sum += p.mass * weights[order[n->first + k] % 7];
    q.sum -= table[n->first % 100][q.near % 3];
  }
  count(q, n->left, points, order, radius);
  count(q, n->right, points, order, radius);
}

// Plain pointers, whose extents a clause tells; a pointer that is stepped over
// a bucket; a guarded second call.
struct Nearest {
  float at[3];
  float best;
  int which;
};

#pragma regtt traversal
void nearest(Nearest *q, const Node *n, const float *coords, const int *order,
             const float (*rows)[3]) {
  if (n == nullptr)
    return;
  if (n->count > 0) {
    const int *end = order + n->first + n->count;
    for (const int *k = order + n->first; k != end; ++k) {
      const float *p = &coords[3 * *k];
      const float dx = p[0] - q->at[0], dy = p[1] - q->at[1],
                  dz = rows[*k][2] - q->at[2];
      const float d = dx * dx + dy * dy + dz * dz;
      if (d < q->best) {
        q->best = d;
        q->which = *k;
      }
    }
    return;
  }
  const float gap = rows[order[n->first + n->count]][0] - q->at[0];
  nearest(q, n->left, coords, order, rows);
  if (gap * gap < q->best + 0.125f)
    nearest(q, n->right, coords, order, rows);
}

// An array of pointers, some null; what helpers are handed on.
static double massOf(const Point *p) { return p->mass; }
static double twice(const Point *p) { return massOf(p) + massOf(p); }

#pragma regtt traversal
void masses(Count *q, const Node *n) {
  if (!n || far(q->at, n, 0.25f))
    return;
  for (int k = 0; k < n->count; ++k) {
    const Point *p = pointers[n->first + k];
    q->sum += twice(p) + p->coord[(n->first + k) % 3];
    q->near += pointers[n->first + k]->found;
  }
  masses(q, n->left);
  masses(q, n->right);
}

// The queries are the points: what is written is not what is read.
#pragma regtt traversal
void friends(Point *q, const Node *n, const Point *points, const int *order) {
  if (!n || far(q->coord, n, 0.125f))
    return;
  for (int k = 0; k < n->count; ++k) {
    const Point *p = &points[order[n->first + k]];
    float sum = 0;
    for (int d = 0; d < 3; ++d)
      sum += std::fabs(p->coord[d] - q->coord[d]);
    if (sum < 0.125f)
      q->found++;
  }
  friends(q, n->left, points, order);
  friends(q, n->right, points, order);
}

// Members of the class whose member function runs the loop; whole structs.
struct Box {
  float lo, hi;
  float middle() const { return (lo + hi) / 2; }
};
template <typename T> class Index {
public:
  struct Query {
    T x;
    T sum;
    int inside;
  };
  Index(const Tree &tree)
      : root_(tree.root), numBoxes_(tree.points.size() + 1) {
    for (std::size_t i = 0; i < numBoxes_; ++i) {
      boxes_.push_back({float(nextFraction()), float(nextFraction())});
      scale_.push_back(T(nextFraction()));
    }
    first_ = boxes_.data();
  }
  void run(std::vector<Query> &queries) {
#pragma regtt parallel copyin(first_[0 : numBoxes_])
    for (std::size_t i = 0; i < queries.size(); ++i)
      visit(queries[i], root_);
  }

private:
#pragma regtt traversal
  void visit(Query &q, const Node *n) {
    if (!n)
      return;
    Box b = boxes_[n->first];
    if (b.lo > q.x && n->count > 3)
      return;
    for (int k = 0; k < n->count; ++k) {
      const Box *e = first_ + n->first;
      q.sum += e[k].middle() * scale_[n->first + k];
      q.inside += boxes_[n->first + k].lo < q.x;
    }
    q.inside += int(scale_.size());
    visit(q, n->left);
    visit(q, n->right);
  }

  const Node *root_;
  std::size_t numBoxes_;
  std::vector<Box> boxes_;
  std::vector<T> scale_;
  const Box *first_;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  Tree tree;
  std::vector<float> coords;
  for (int i = 0; i < n; ++i) {
    Point p{"p", {}, 0, nextFraction()};
    for (float &x : p.coord) {
      // Clusters and repeated points.
      x = i % 5 ? float(nextFraction()) : 0.5f + float(nextNumber() % 3) / 16;
      coords.push_back(x);
    }
    tree.points.push_back(p);
    tree.order.push_back(i);
  }
  tree.root = tree.build(0, n);
  tree.order.push_back(0); // behind the last bucket
  coords.resize(3 * n + 3);
  for (auto &row : table)
    for (double &x : row)
      x = nextFraction();
  static Point origin{"none", {0, 0, 0}, 5, 0.5};
  for (int k = 0; k < n; ++k)
    pointers.push_back(k % 7 ? &tree.points[tree.order[k]] : &origin);
  pointers.push_back(nullptr); // never read

  std::vector<Count> counts(60);
  for (Count &q : counts) {
    for (float &x : q.at)
      x = float(nextFraction());
    q.near = 0;
    q.sum = 0;
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < counts.size(); ++i)
    count(counts[i], tree.root, tree.points, tree.order, 0.25f);
#pragma regtt parallel
  for (std::size_t i = 0; i < counts.size(); ++i)
    masses(&counts[i], tree.root);
  for (const Count &q : counts)
    std::printf("%d %.17g\n", q.near, q.sum);

  Nearest all[40];
  for (Nearest &q : all)
    q = {{float(nextFraction()), float(nextFraction()), 0.5f}, 9, -1};
  const auto rows = reinterpret_cast<const float(*)[3]>(coords.data());
#pragma regtt parallel copyin(rows[0 : n + 1])
  for (int i = 0; i < 40; ++i)
    nearest(&all[i], tree.root, coords.data(), tree.order.data(), rows);
  for (const Nearest &q : all)
    std::printf("%.9g %d\n", q.best, q.which);

  Point *points = tree.points.data();
  int *order = &tree.order[0];
#pragma regtt parallel copyin(points[0 : n]) copyin(order[0 : n])
  for (int i = 0; i < n; ++i)
    friends(&points[i], tree.root, points, order);
  for (const Point &p : tree.points)
    std::printf("%d\n", p.found);

  Index<float> floats(tree);
  Index<double> doubles(tree);
  std::vector<Index<float>::Query> f(30);
  std::vector<Index<double>::Query> d(30);
  for (int i = 0; i < 30; ++i) {
    f[i] = {float(nextFraction()), 0, 0};
    d[i] = {nextFraction(), 0, 0};
  }
  floats.run(f);
  doubles.run(d);
  for (int i = 0; i < 30; ++i)
    std::printf("%.9g %d %.17g %d\n", double(f[i].sum), f[i].inside, d[i].sum,
                d[i].inside);
}
