// What one iteration has of its own, in every form in which a loop hands it
// over: several objects, numbers by value, pointer and reference, fields of an
// object, fixed arrays, slices of a long array; an argument that each call
// changes and each iteration starts with a value of its own.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "300 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 4 2>&1 | FileCheck %s
// CHECK-COUNT-9: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/operands.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/operands.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/operands.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

enum { K = 4 };

struct Node {
  float x, y;
  int id;
  Node *left, *right;
};
struct Query {
  double unused;
  float x, y;
};
struct Result {
  int visited;
  float best[K];
};
struct Both {
  char name[3];
  float x, y;
  float box[2];
  int hits;
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()), float(nextFraction()),
                   int(nextNumber() % 7), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

static void insert(float *best, float value) {
  int k = K - 1;
  if (value >= best[k])
    return;
  for (; k > 0 && best[k - 1] > value; --k)
    best[k] = best[k - 1];
  best[k] = value;
}

// Two objects, one read and one written.
#pragma regtt traversal
static void twoObjects(const Query *q, Result *r, const Node *n) {
  if (!n)
    return;
  r->visited++;
  if (n->x + n->y < q->x)
    return;
  insert(r->best,
         (n->x - q->x) * (n->x - q->x) + (n->y - q->y) * (n->y - q->y));
  twoObjects(q, r, n->left);
  twoObjects(q, r, n->right);
}

#pragma regtt traversal
static void byReference(const Query &q, Result &r, const Query &other,
                        const Node *n) {
  if (!n || n->x < q.x * other.y)
    return;
  r.visited += n->id;
  r.best[n->id % K] = n->y;
  byReference(q, r, other, n->left);
  byReference(q, r, other, n->right);
}

static void bump(int *count, int by) { *count += by; }
static void raise(int &count) { ++count; }

// Numbers behind a pointer and a reference.
#pragma regtt traversal
static void counts(const Node *n, float x, const float &y, int *hits,
                   unsigned short &seen) {
  if (!n)
    return;
  seen++;
  if (n->x < x)
    return;
  if (n->y > y) {
    bump(hits, 2);
    raise(hits[0]);
    (*hits)++;
  }
  counts(n->left, x, y, hits, seen);
  counts(n->right, x, y, hits, seen);
}

// Parts of one object.
#pragma regtt traversal
static void parts(const Node *n, float x, const float *box, int *hits,
                  const Both &whole) {
  if (!n || n->x < x * 0.5f)
    return;
  if (box[0] <= n->x && n->y <= box[1] && n->y < whole.y)
    ++*hits;
  parts(n->left, x, box, hits, whole);
  parts(n->right, x, box, hits, whole);
}

// A slice of a long array, and a row of a table.
#pragma regtt traversal
static void slices(const Node *n, float x, float *best, const double *row) {
  if (!n || n->y < x - row[0])
    return;
  insert(best, n->x * float(row[1]));
  slices(n->left, x, best, row);
  slices(n->right, x, best, row);
}

// The argument starts with the iteration's own value.
#pragma regtt traversal
static void shrinking(const Node *n, double reach, bool odd, int &count) {
  if (!n || n->x < reach)
    return;
  count += odd ? 1 : n->id;
  shrinking(n->left, reach * 1.25, !odd, count);
  shrinking(n->right, reach + 0.01, odd, count);
}

static double table[1000][2];

// A copy of what the traversal changes.
#pragma regtt traversal
static void moving(const Node *n, float x, Query *q) {
  if (!n)
    return;
  q->x += n->x / 8;
  if (n->y > x)
    q->y += 1;
  moving(n->left, x, q);
  moving(n->right, x, q);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  Node *root = build(n / 2 + 1);
  std::vector<Query> queries(n);
  std::vector<Result> results(n);
  std::vector<Both> both(n);
  std::vector<float> xs(n), ys(n), best(K * n, 4.0f);
  std::vector<double> reach(n);
  std::vector<int> hits(n);
  std::vector<unsigned short> seen(n);
  std::vector<Query *> order(n);
  bool odd[1000];
  for (int i = 0; i < n; ++i) {
    queries[i] = {0, float(nextFraction()) * 0.7f, float(nextFraction())};
    results[i] = {0, {9, 9, 9, 9}};
    both[i] = {{},
               xs[i] = float(nextFraction()),
               float(nextFraction()),
               {0.25f, float(nextFraction())},
               0};
    ys[i] = float(nextFraction());
    reach[i] = nextFraction() * 0.5;
    odd[i] = nextNumber() % 2;
    table[i][0] = nextFraction();
    table[i][1] = nextFraction();
    order[i] = &queries[n - 1 - i];
  }
  float *out = best.data();

#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    twoObjects(&queries[i], &results[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    byReference(queries[i], results[i], *order[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    counts(root, xs[i], ys[i], &hits[i], seen[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    counts(root, queries[i].x, 0.5f, hits.data() + i, seen[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    parts(root, both[i].x, both[i].box, &both[i].hits, both[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    slices(root, xs[i], &out[K * i], table[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    slices(root, order[i]->y, out + i * K, &table[i][0]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    shrinking(root, reach[i], odd[i], hits[i]);

#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    moving(root, queries[i].x, &queries[i]);

  for (int i = 0; i < n; ++i) {
    printf("%a %a ", queries[i].x, queries[i].y);
    printf("%d %d %d %d", results[i].visited, hits[i], int(seen[i]),
           both[i].hits);
    for (int k = 0; k < K; ++k)
      printf(" %a %a", results[i].best[k], best[K * i + k]);
    printf("\n");
  }
}
