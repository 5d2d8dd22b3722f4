// Arrays that nodes have: buckets of structs, of pointers and of indices, in
// vectors and behind pointers; boxes of a dimension known at run time only;
// extents from the size, from the loop, from the clause; what inner nodes keep
// in pointers that only leaves use; aliases, helpers, loops over ranges; queries
// that lie in the buckets; an index that leads to a shared array.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 1 2" "3000 2 5" "1 3 1" "0 4 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
// CHECK-NOT: verify=
// RUN: env REGTT_TARGET=cpu not %t.parallel 50 5 2 negative 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// NEGATIVE: error: box: the extent of 'lo' is -2 in a node; it must be the number of its elements
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/node_arrays.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/node_arrays.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/node_arrays.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

struct Point {
  double mass;
  float x, y;
  int hits;
};

struct Node {
  std::vector<Point> points;
  std::vector<Point *> pointers;
  std::vector<int> indices;
  Point *bucket; // of leaves; anything in inner nodes
  Point **members;
  float *lo, *hi;
  int count, dims;
  Node *left = nullptr, *right = nullptr;
};

static std::deque<Node> nodes;
static std::deque<std::vector<Point>> buckets;
static std::deque<std::vector<Point *>> memberships;
static std::deque<std::vector<float>> boxes;
static std::vector<Point> all;
static int dim;

static Node *build(int first, int count) {
  if (count == 0)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  for (int side = 0; side < 2; ++side) {
    boxes.emplace_back();
    for (int d = 0; d < dim; ++d)
      boxes.back().push_back(float(nextFraction()) * (side ? 1.f : 0.5f));
    (side ? n->hi : n->lo) = boxes.back().data();
  }
  n->dims = dim;
  if (count > 6) {
    n->count = -1 - nextNumber() % 9;
    n->bucket = reinterpret_cast<Point *>(16);
    n->members = reinterpret_cast<Point **>(24);
    n->left = build(first, count / 3);
    n->right = build(first + count / 3, count - count / 3);
    return n;
  }
  n->count = count;
  buckets.emplace_back();
  memberships.emplace_back();
  for (int k = first; k < first + count; ++k) {
    n->points.push_back(all[k]);
    if (k % 3)
      n->pointers.push_back(&all[k]);
    n->indices.push_back((k * 7) % int(all.size()));
    buckets.back().push_back(all[k]);
    memberships.back().push_back(&all[k]);
  }
  n->bucket = buckets.back().data();
  n->members = memberships.back().data();
  return n;
}

struct Query {
  float at;
  int found;
  double sum;
};

static float off(const Query &q, const Point &p) {
  return (p.x - q.at) * (p.x - q.at) + p.y;
}

// Vectors: by index, by range, through pointers, through a shared array.
#pragma regtt traversal
static void vectors(Query &q, const Node *n, const std::vector<Point> &shared) {
  if (!n)
    return;
  for (std::size_t k = 0; k < n->points.size(); ++k)
    if (off(q, n->points[k]) < 0.5f)
      q.sum += n->points[k].mass;
  for (const Point &p : n->points)
    q.found += p.x < q.at;
  for (const Point *p : n->pointers) {
    q.sum += p->mass * p->y;
    if (p->x < 0.1f)
      break;
  }
  for (int i : n->indices)
    q.sum -= shared[i].mass;
  if (n->indices.empty() && q.found > 100000)
    return;
  vectors(q, n->left, shared);
  vectors(q, n->right, shared);
}

// Behind pointers: only what leaves have is followed.
#pragma regtt traversal
static void behind(Query &q, const Node *n) {
  if (!n)
    return;
  if (!n->left && !n->right) {
    const Point *points = n->bucket;
    for (int k = 0; k < n->count; ++k) {
      const Point *p = n->bucket + k;
      q.sum += p->mass + points[k].x;
      if (off(q, *p) < 0.25f)
        q.found++;
    }
    for (int k = 0; k < n->count; ++k)
      q.sum += n->members[k]->y;
    return;
  }
  behind(q, n->left);
  behind(q, n->right);
}

// A dimension known at run time only; the clause; arrays handed to a helper.
static bool apart(const float *at, float lo, float hi) {
  return *at + 0.25f < lo || *at - 0.75f > hi;
}
#pragma regtt traversal extent(n->lo : n->dims) extent(n->hi : dims)
static void box(Query &q, const Node *n, int dims) {
  if (!n)
    return;
  int outside = 0;
  for (int d = dims - 1; d >= 0; --d)
    outside += apart(&q.at, n->lo[d], n->hi[d]);
  if (outside == dims)
    return;
  q.found += outside;
  const float *lo = n->lo;
  if (lo[0] > q.at)
    q.sum += lo[dims - 1];
  box(q, n->left, dims);
  box(q, n->right, dims);
}

// The queries lie in the buckets: what is written is not what is read.
#pragma regtt traversal extent(n->members : n->count)
static void spread(Point *q, const Node *n) {
  if (!n)
    return;
  if (n->count >= 0)
    for (int k = n->count; k-- > 0;)
      q->hits += n->members[k]->x < q->x;
  spread(q, n->left);
  spread(q, n->right);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  dim = argc > 3 ? std::atoi(argv[3]) : 2;
  const char *mode = argc > 4 ? argv[4] : "";
  for (int i = 0; i < n; ++i)
    all.push_back({nextFraction(), float(nextFraction()),
                   float(nextNumber() % 3) / 4, 0});
  Node *root = build(0, n);
  std::vector<Query> queries(40);
  for (Query &q : queries)
    q = {float(nextFraction()), 0, 0};
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    vectors(queries[i], root, all);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    behind(queries[i], root);
  if (std::strcmp(mode, "negative") == 0)
    root->left->dims = -2;
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    box(queries[i], root, dim);
  for (const Query &q : queries)
    std::printf("%d %.17g\n", q.found, q.sum);
  for (Node &node : nodes)
    if (node.left || node.right)
      node.count = 0;
  (void)mode;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    spread(&all[i], root);
  for (const Point &p : all)
    std::printf("%d\n", p.hits);
}
