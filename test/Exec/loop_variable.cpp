// A traversal that is handed the loop variable: as a number, and to find an
// iteration's own elements of globals, parameters and members; slices, rows.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "300 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 4 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_variable.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_variable.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_variable.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

enum { K = 3, Most = 1000 };

struct Node {
  float x, y;
  int id;
  Node *left, *right;
};
struct Query {
  char pad;
  float coord[2];
  int hits;
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()), float(nextFraction()),
                   int(nodes.size()), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

static float px[Most], *py;
static Query queries[Most];
static Query *pointers[Most];
static int counts[Most];
static double best[Most][K];
static std::vector<float> slices;
static float *flat;

// Arrays outside all functions, of numbers, structs and pointers to structs.
#pragma regtt traversal
static void globals(int i, const Node *n) {
  if (!n)
    return;
  counts[i]++;
  if (n->x < px[i] * 0.5f)
    return;
  if (n->y > py[i])
    queries[i].hits += n->id % 5;
  const Query &q = queries[i];
  if (n->x + q.coord[0] > q.coord[1])
    pointers[i]->hits += 2;
  globals(i, n->left);
  globals(i, n->right);
}

static void smallest(double *into, double value) {
  for (int k = 0; k < K; ++k)
    if (value < into[k]) {
      const double other = into[k];
      into[k] = value;
      value = other;
    }
}

// The iteration's number, rows of a table and slices of a long array.
#pragma regtt traversal
static void numbered(const Node *n, int i) {
  if (!n)
    return;
  if (n->id != i)
    smallest(best[i], (n->x - px[i]) * (n->x - px[i]) + i * 0.001);
  else
    best[i][1] = -1;
  for (int k = 0; k < K; ++k)
    slices[K * i + k] += n->y;
  flat[i * K] += 1;
  flat[2 + K * i] -= n->x;
  flat[K * i + n->id % 2 + K - 2] += n->y;
  numbered(n->left, i);
  numbered(n->right, i);
}

// Parameters that all iterations share; the number in another width.
#pragma regtt traversal
static void handed(long i, const Node *n, const float *x, Query *q, int *hits,
                   float least) {
  if (!n || n->x < x[i])
    return;
  hits[i] += n->id == i ? 1000 : 1;
  q[i].coord[n->id % 2] += least;
  if ((q + i)->coord[0] > n->y)
    (*(hits + i))++;
  handed(i, n->left, x, q, hits, least * 0.5f);
  handed(i, n->right, x, q, hits, least + 0.25f);
}

// Members, and a loop in a member function.
struct Search {
  std::vector<float> x;
  std::vector<Query> own;
  int *hits;

#pragma regtt traversal
  void visit(unsigned i, const Node *n) {
    if (!n || n->x < x[i])
      return;
    hits[i]++;
    own[i].hits += hits[i];
    visit(i, n->left);
    visit(i, n->right);
  }
  void run(const Node *root) {
#pragma regtt parallel
    for (unsigned i = 0; i < x.size(); ++i)
      visit(i, root);
  }
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  Node *root = build(n / 2 + 1);
  std::vector<float> y(n), long_(K * n + 1);
  std::vector<Query> others(n);
  std::vector<int> hits(n), more(n);
  Search search = {std::vector<float>(n), std::vector<Query>(n), more.data()};
  py = y.data();
  flat = long_.data();
  slices.resize(K * n);
  for (int i = 0; i < n; ++i) {
    px[i] = float(nextFraction());
    y[i] = float(nextFraction());
    queries[i] = {0, {float(nextFraction()), float(nextFraction())}, 0};
    pointers[i] = &others[n - 1 - i];
    for (int k = 0; k < K; ++k)
      best[i][k] = 10;
    search.x[i] = float(nextFraction());
  }

#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    globals(i, root);
#pragma regtt parallel
  for (int i = 2; i < n; ++i)
    globals(i, root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    numbered(root, i);
#pragma regtt parallel
  for (short i = 1; i < n; ++i)
    handed(i, root, px, queries, hits.data(), 1);
#pragma regtt parallel
  for (int i = 0; i < n / 2; ++i)
    handed(i, root, y.data(), &others[0], &hits[1], 1);
  search.run(root);

  for (int i = 0; i < n; ++i) {
    printf("%d %d %d %d %d %d", counts[i], queries[i].hits, others[i].hits,
           hits[i], more[i], search.own[i].hits);
    printf(" %a %a", queries[i].coord[0], others[i].coord[1]);
    for (int k = 0; k < K; ++k)
      printf(" %a %a %a", best[i][k], slices[K * i + k], long_[K * i + k]);
    printf("\n");
  }
}
