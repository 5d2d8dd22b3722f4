// What a loop's body may do ahead of its call: aliases of the iteration's
// objects, values of its own, objects found by an index, computed arguments.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "2 3" "300 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-21: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_bodies.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_bodies.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_bodies.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

struct Node {
  float x, y;
  Node *left, *right;
};
struct Point {
  float x, y;
  float norm() const { return std::sqrt(x * x + y * y); }
};
struct Query {
  char unused[3];
  Point at;
  float radius;
  int count;
  double sum;
};
struct Tree {
  Node *root;
  std::vector<Query> queries;
  float radius;
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back(
      {float(nextFraction()), float(nextFraction()), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void search(Query *q, const Node *n, float r) {
  if (!n || std::fabs(n->x - q->at.x) > r + q->radius)
    return;
  q->count++;
  q->sum += n->y * r;
  search(q, n->left, r);
  search(q, n->right, r);
}

// Nothing but numbers.
#pragma regtt traversal
static void within(const Node *n, float x, float y, float r, int depth,
                   double &sum, int *hits) {
  if (!n || n->x > x + r)
    return;
  if (std::fabs(n->y - y) < r) {
    sum += n->x * depth;
    ++*hits;
  }
  within(n->left, x, y, r, depth + 1, sum, hits);
  within(n->right, x, y, r * 0.75f, depth + 1, sum, hits);
}

// Structs that are made for the call.
#pragma regtt traversal
static void around(const Point &p, Point size, const Node *n, int &count) {
  if (!n || n->x > p.x + size.x)
    return;
  count += std::fabs(n->y - p.y) < size.y;
  around(p, size, n->left, count);
  around(p, size, n->right, count);
}

static float half(const Point &p) {
  const float sum = p.x + p.y;
  return sum / 2;
}

template <class T>
static void generic(std::vector<T> &out, const std::vector<int> &ids,
                    const Node *root, T scale) {
#pragma regtt parallel
  for (std::size_t i = 0; i < ids.size(); ++i) {
    T &one = out[ids[i]];
    const auto twice = scale.radius * 2;
    around(Point{one.at.x + twice, one.at.y}, one.at, root, one.count);
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  Tree tree = {build(n / 2 + 1), std::vector<Query>(n), 0.125f};
  const Node *root = tree.root;
  std::vector<Query> queries(n);
  std::vector<Query *> pointers(n);
  std::vector<std::unique_ptr<Query>> owned(n);
  std::deque<Query> deque(n);
  std::vector<Point> points(n);
  std::vector<double> sums(n);
  std::vector<int> hits(n), ids(n), own(n);
  std::vector<float> radii(n);
  for (int i = 0; i < n; ++i) {
    points[i] = {float(nextFraction()), float(nextFraction())};
    queries[i] = {{}, points[i], float(nextFraction()) * 0.1f, 0, 0};
    tree.queries[i] = deque[i] = queries[i];
    owned[i].reset(new Query(queries[i]));
    radii[i] = float(nextFraction());
    ids[i] = i;
  }
  for (int i = n - 1; i > 0; --i)
    std::swap(ids[i], ids[nextNumber() % (i + 1)]);
  for (int i = 0; i < n; ++i)
    pointers[i] = &queries[ids[i]];
  const float *radius = radii.data();
  int *counts = own.data();

  // Aliases.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query &q = queries[i];
    search(&q, root, 0.25f);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    auto *q = &queries[i];
    const float r = tree.radius * 2;
    search(q, root, r);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Tree &all = tree;
    const int k = i;
    Query *const q = &all.queries[k], *same = q;
    search(same, all.root, all.radius);
  }
#pragma regtt parallel
  for (int i = 0; i < n; i += 2) {
    Query &q = *pointers[i];
    Point &at = q.at;
    within(root, at.x, at.y, 0.25f, 1, sums[i], &q.count);
  }
#pragma regtt parallel
  for (auto it = queries.begin(); it != queries.end(); ++it) {
    Query &q = *it;
    search(&q, root, 0.5f);
  }
#pragma regtt parallel
  for (Query *pointer : pointers) {
    Query &q = *pointer;
    search(&q, root, 0.5f);
  }

  // Objects that are found by an index, each by one iteration.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const int id = ids[i];
    search(&queries[id], root, 0.25f);
  }
#pragma regtt parallel
  for (int i = n - 1; i >= 0; --i)
    search(&deque[i], root, 0.125f);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    search(owned[i].get(), root, 0.125f);
#pragma regtt parallel
  for (auto &q : owned)
    search(&*q, root, 0.5f);
#pragma regtt parallel
  for (int id : ids)
    search(&queries[id], root, 0.25f);
#pragma regtt parallel
  for (int i = 0; i < n - 1; ++i)
    within(root, radius[i + 1], 0.5f, 0.25f, 2, sums[ids[i]], &hits[i + 1]);

  // Values.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(root, points[i].x, points[i].y * 2, std::sqrt(radius[i]), i % 3,
           sums[i], &hits[i]);
#pragma regtt parallel
  for (int i = 1; i < n; i += 3) {
    const float r = 2 * radii[i];
    float x = points[i].norm();
    if (x > 1)
      x = points[i - 1].x + half(points[i]);
    float ys[2] = {points[i].y, r};
    for (int k = 0; k < 2; ++k)
      x += ys[k] * 0.125f;
    within(root, x, ys[i % 2], std::min(r, radii[i - 1]), 2 * i, sums[i],
           &hits[i]);
  }
  int j = 5;
#pragma regtt parallel
  for (j = 0; j < n; ++j)
    within(root, float(2 * j) / n, radius[j], radius[n - 1 - j], int(hits[j]),
           sums[j], &counts[j]);
  printf("%d\n", j);
  // What its own call goes on to change.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(root, float(sums[i]) * 0.01f, radius[i], float(counts[i] + 1) / n, 0,
           sums[i], &counts[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Point p = points[i];
    around(p, Point{radii[i], p.y}, root, hits[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Point p = {radii[i], points[i].y};
    p.x *= 0.5f;
    around(p, points[n - 1 - i], root, hits[i]);
  }
#pragma regtt parallel
  for (std::size_t k = 0; k < pointers.size(); ++k) {
    const auto &[x, y] = points[k];
    around({x, y}, {y, x}, root, pointers[k]->count);
  }
  generic(queries, ids, root, Query{{}, {}, 0.125f, 0, 0});
  struct Both {
    Point p;
    int count;
  };
  std::vector<Both> both(n);
#pragma regtt parallel
  for (Both &b : both) {
    const std::size_t k = &b - both.data();
    around(points[k], b.p, root, b.count);
  }

  for (int i = 0; i < n; ++i) {
    printf("%d %a %a %d %d %d", queries[i].count, queries[i].sum, sums[i],
           hits[i], own[i], both[i].count);
    printf(" %d %a %d %a %d %a\n", deque[i].count, deque[i].sum,
           owned[i]->count, owned[i]->sum, tree.queries[i].count,
           tree.queries[i].sum);
  }
}
