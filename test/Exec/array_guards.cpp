// Conditions after a call that hand elements of arrays on: ropes carry their
// numbers. Queries that lie in the nodes' buckets, where what they write is not
// what is read, and where it is.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 1" "64 2" "1 3" "0 4"
// RUN: env REGTT_TARGET=cpu not %t.parallel 50 5 written 2>&1 | FileCheck %s
// CHECK: error: chain: an iteration writes what is read through the nodes' array 'bucket'
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/array_guards.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/array_guards.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/array_guards.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Point {
  float x, y;
  int hits;
};
struct Node {
  int which;
  std::vector<Point *> bucket;
  Node *left, *right;
};
struct Query {
  float x, best;
  int seen;
};

static Point table[1024];
static std::deque<Node> nodes;

static float distance(const Query &q, const Point &p) {
  return (q.x - p.x) * (q.x - p.x) + p.y;
}
static bool wins(const Query &q, const Point &p) {
  return distance(q, p) < q.best;
}

#pragma regtt traversal
static void nearest(Query &q, const Node *n, const Point *points) {
  if (!n)
    return;
  q.seen++;
  const Point &here = points[n->which];
  const Point *next = &table[n->which + 1];
  if (wins(q, here))
    q.best = distance(q, here);
  nearest(q, n->left, points);
  if (wins(q, *next) || wins(q, points[n->which / 2]) ||
      q.best > next->x * next->y)
    nearest(q, n->right, points);
}

#pragma regtt traversal
static void below(Point *q, const Node *n) {
  if (!n)
    return;
  for (const Point *p : n->bucket)
    q->hits += p->x < q->x;
  below(q, n->left);
  below(q, n->right);
}

#pragma regtt traversal
static void chain(Point *q, const Node *n) {
  if (!n)
    return;
  for (const Point *p : n->bucket)
    q->hits += p->hits < 3;
  chain(q, n->left);
  chain(q, n->right);
}

static Node *build(int first, int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->which = first + count / 2;
  for (int k = 0; k < 1 + first % 4; ++k)
    n->bucket.push_back(&table[first + k]);
  n->left = build(first, count / 2);
  n->right = build(first + count / 2 + 1, count - count / 2 - 1);
  return n;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  for (Point &p : table)
    p = {float(nextFraction()), float(nextNumber() % 5) / 16, 0};
  Node *root = build(0, n);
  std::vector<Query> queries(50);
  for (Query &q : queries)
    q = {float(nextFraction()), 2, 0};
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    nearest(queries[i], root, table);
  for (const Query &q : queries)
    std::printf("%.9g %d\n", q.best, q.seen);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    below(&table[i], root);
  for (int i = 0; i < n; ++i)
    std::printf("%d\n", table[i].hits);
  if (argc > 3) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      chain(&table[i], root);
  }
}
