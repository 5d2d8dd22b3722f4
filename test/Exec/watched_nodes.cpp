// Data that nodes lead to, of the queries' own type: fields that queries write
// are read through nodes where the objects are others, which is checked when
// the loop runs; other fields where they are the same; copies as a whole.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3" "3000 4"
//
// RUN: not env REGTT_TARGET=cpu REGTT_THREADS=1 %t.parallel 20 1 same 2>&1 | FileCheck --check-prefix=SAME %s
// RUN: not env REGTT_TARGET=cpu REGTT_THREADS=4 %t.parallel 9000 1 same 2>&1 | FileCheck --check-prefix=SAME %s
// SAME: an iteration writes 'n->point->corr', which is read through a node
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 kept 2>&1 | FileCheck --check-prefix=KEPT %s
// KEPT: an iteration writes '*n->point', which is read through a node
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 own 2>&1 | FileCheck --check-prefix=OWN %s
// OWN: an iteration writes 'n->inside.corr', which is read through a node
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 20 1 same 2>/dev/null > %t.allowed
// RUN: %t.serial 20 1 same | diff - %t.allowed
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/watched_nodes.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/watched_nodes.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/watched_nodes.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Point {
  float x, w;
  int corr;
};
struct Node {
  Point *point;
  Point inside;
  Node *left, *right;
};
struct Query {
  float x;
  Point best;
};

static std::vector<Point> points;

// The points are the queries; a copy of which only other fields are used.
#pragma regtt traversal
static void correlate(Point *q, const Node *n, float radius) {
  if (!n)
    return;
  if (q != n->point) {
    Point p = *n->point;
    const Point copy = *n->point;
    const float d = p.x - q->x + copy.w - n->point->w;
    if (d * d < radius)
      q->corr++;
  }
  correlate(q, n->left, radius);
  correlate(q, n->right, radius);
}

// What other points counted.
#pragma regtt traversal
static void gather(Point *q, const Node *n) {
  if (!n)
    return;
  q->corr = (q->corr + n->point->corr + n->inside.corr) % 100003;
  gather(q, n->left);
  gather(q, n->right);
}

// A copy that the query keeps, compared by a field.
#pragma regtt traversal
static void keep(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->point->w > q.best.w && &points[0] != n->point)
    q.best = *n->point;
  keep(q, n->left);
  keep(q, n->right);
}

static Node *build(std::vector<Point> &of, int first, int last) {
  if (first >= last)
    return nullptr;
  const int middle = first + int(nextNumber() % (last - first));
  Node *n = new Node();
  n->point = &of[middle];
  n->inside = {0, 0, nextNumber() % 5};
  n->left = build(of, first, middle);
  n->right = build(of, middle + 1, last);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const char *fault = argc > 3 ? argv[3] : "";
  points.resize(count + 1);
  std::vector<Query> queries(count);
  for (Point &p : points)
    p = {float(nextFraction()), float(nextFraction()), 0};
  std::vector<Point> others = points;
  Node *root = build(points, 0, count);
  Node *other = build(others, 0, count);
  for (Query &q : queries)
    q = {float(nextFraction()), {0, 0, 0}};
  if (!std::strcmp(fault, "kept"))
    root->point = &queries[7].best;
  if (!std::strcmp(fault, "own"))
    other->inside = points[0];
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    correlate(&points[i], root, 0.01f);
  if (!std::strcmp(fault, "own")) {
#pragma regtt parallel
    for (int i = 0; i < 1; ++i)
      gather(&other->inside + i, other);
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    gather(&points[i], *fault == 's' ? root : other);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    keep(queries[i], root);
  for (const Point &p : points)
    std::printf("%a %d\n", p.x, p.corr);
  for (const Query &q : queries)
    std::printf("%a %a %d\n", q.best.x, q.best.w, q.best.corr);
}
