// Arrays behind pointers and in vectors of the queries, read at an index known
// at run time only: of a constant length, of one that all share, and of one for
// each query; aliases and helpers; of structs; null where there are none.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 written 2>&1 | FileCheck --check-prefix=WRITTEN %s
// WRITTEN: an iteration writes what is read through the queries' array 'coord'
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/arrays_of_queries.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/arrays_of_queries.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/arrays_of_queries.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { D = 3 };

struct Node {
  float min[D], max[D];
  float *center;
  int id;
  Node *left, *right;
};
struct Item {
  float weight;
  int kind;
};
struct Query {
  const float *coord;
  std::vector<Item> items;
  int *marks;
  int numMarks;
  float best;
  int hits;
};

static bool inside(const float *at, const Node *n, float reach) {
  for (int d = 0; d < D; ++d)
    if (at[d] < n->min[d] - reach || at[d] > n->max[d] + reach)
      return false;
  return true;
}

// A constant length, in the loop and in a helper; an alias.
#pragma regtt traversal
static void boxes(Query *q, const Node *n, float reach) {
  if (!n)
    return;
  q->hits++;
  if (!inside(q->coord, n, reach))
    return;
  const float *c = q->coord;
  for (int d = 0; d < D; ++d)
    q->best += c[d] * n->min[d];
  boxes(q, n->left, reach);
  boxes(q, n->right, reach);
}

// A length that all share, on both sides.
#pragma regtt traversal extent(q->coord : dim)
static void nearest(Query *q, const Node *n, int dim) {
  if (!n)
    return;
  float sum = 0;
  for (int d = 0; d < dim; ++d)
    sum += (q->coord[d] - n->center[d]) * (q->coord[d] - n->center[d]);
  if (sum + q->coord[n->id % D] < q->best || q->best == 0)
    q->best = sum;
  nearest(q, n->left, dim);
  nearest(q, n->right, dim);
}

// A length of each query's own; a vector of structs.
#pragma regtt traversal
static void marked(Query &q, const Node *n) {
  if (!n)
    return;
  for (int k = 0; k < q.numMarks; ++k)
    q.hits += q.marks[k] == n->id;
  for (const Item &item : q.items)
    if (item.kind == n->id % 3)
      q.best += item.weight;
  if (!q.items.empty() && q.items[n->id % q.items.size()].kind == 1)
    q.hits += int(q.items.size());
  marked(q, n->left);
  marked(q, n->right);
}

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->center = new float[D];
  for (int d = 0; d < D; ++d) {
    n->min[d] = float(nextFraction());
    n->max[d] = n->min[d] + float(nextFraction());
    n->center[d] = float(nextFraction());
  }
  n->id = nextNumber() % 20;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<Query> queries(count);
  std::vector<float> coords(count * D + 1);
  for (float &c : coords)
    c = float(nextFraction());
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    q.coord = &coords[D * i];
    for (int k = nextNumber() % 4; k > 0; --k)
      q.items.push_back({float(nextFraction()), nextNumber() % 3});
    q.numMarks = nextNumber() % 5;
    q.marks = q.numMarks ? new int[q.numMarks] : nullptr;
    for (int k = 0; k < q.numMarks; ++k)
      q.marks[k] = nextNumber() % 20;
    q.best = 0;
    q.hits = 0;
  }
  if (argc > 3 && count > 3)
    queries[3].coord = &queries[2].best;
  const Node *root = build(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    boxes(&queries[i], root, 0.25f);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(&queries[i], root, D);
#pragma regtt parallel
  for (Query &q : queries)
    marked(q, root);
  for (const Query &q : queries)
    std::printf("%a %d\n", q.best, q.hits);
}
