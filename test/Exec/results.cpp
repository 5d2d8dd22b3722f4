// Where results go: vectors, std::array, members and parameters by the loop
// variable, several numbers an iteration, parallel arrays, arrays of structs,
// references and pointers to an element, owned objects, a list of indices.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "60 3"
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: iterations 1 and 4 write the same query object
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/results.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/results.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/results.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  float x;
  int id;
  Node *left, *right;
};
struct Result {
  float best;
  int id;
};
struct Query {
  int hits;
};

#pragma regtt traversal
static void inVector(std::size_t i, std::vector<double> &out, const Node *n) {
  if (!n)
    return;
  out[i] += n->x;
  inVector(i, out, n->left);
  inVector(i, out, n->right);
}
#pragma regtt traversal
static void fourInVector(int i, std::vector<float> &out, const Node *n) {
  if (!n)
    return;
  for (int j = 0; j < 4; ++j)
    out[4 * i + j] += n->x * j;
  fourInVector(i, out, n->left);
  fourInVector(i, out, n->right);
}
#pragma regtt traversal
static void fourBehind(int i, float *out, const Node *n) {
  if (!n)
    return;
  for (int j = 0; j < 4; ++j)
    out[4 * i + j] += n->x * j;
  fourBehind(i, out, n->left);
  fourBehind(i, out, n->right);
}
#pragma regtt traversal
static void inParallel(int i, float *a, int *b, double *c, const Node *n) {
  if (!n)
    return;
  a[i] += n->x;
  b[i]++;
  c[i] += 2 * n->x;
  inParallel(i, a, b, c, n->left);
  inParallel(i, a, b, c, n->right);
}
#pragma regtt traversal
static void inArray(int i, std::array<double, 64> &out, const Node *n) {
  if (!n)
    return;
  out[i] += n->x;
  inArray(i, out, n->left);
  inArray(i, out, n->right);
}
#pragma regtt traversal
static void ofStructs(int i, Result *results, const Node *n) {
  if (!n)
    return;
  if (n->x > results[i].best) {
    results[i].best = n->x;
    results[i].id = n->id;
  }
  ofStructs(i, results, n->left);
  ofStructs(i, results, n->right);
}
#pragma regtt traversal
static void byReference(int i, std::vector<Result> &results,
                        std::vector<int> &counts, const Node *n) {
  if (!n)
    return;
  auto &r = results[i];
  int &count = counts[i];
  count++;
  if (n->x > r.best)
    r = {n->x, n->id};
  byReference(i, results, counts, n->left);
  byReference(i, results, counts, n->right);
}
#pragma regtt traversal
static void byPointer(int i, int *counts, const Node *n) {
  if (!n)
    return;
  int *count = &counts[i];
  *count += n->id;
  byPointer(i, counts, n->left);
  byPointer(i, counts, n->right);
}
#pragma regtt traversal
static void single(int &count, const Node *n) {
  if (!n)
    return;
  count++;
  single(count, n->left);
  single(count, n->right);
}
#pragma regtt traversal
static void three(std::array<float, 3> &r, const Node *n) {
  if (!n)
    return;
  r[n->id % 3] += n->x;
  three(r, n->left);
  three(r, n->right);
}
#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->hits++;
  visit(q, n->left);
  visit(q, n->right);
}

struct Solver {
  std::vector<float> out;
  float *raw;
  std::array<float, 64> sums;
  float fixed[64];
  std::vector<Result> results;

#pragma regtt traversal
  void go(int i, const Node *n) {
    if (!n)
      return;
    for (int j = 0; j < 4; ++j) {
      out[4 * i + j] += n->x;
      raw[4 * i + j] += n->x * j;
    }
    sums[i] += 1;
    fixed[i] += 2 * n->x;
    results[i].best += n->x;
    go(i, n->left);
    go(i, n->right);
  }
  void run(int n, const Node *root) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      go(i, root);
  }
};

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->x = float(nextFraction());
  n->id = nextNumber() % 20;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 60;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<double> doubles(count + 1), others(count + 1);
  std::vector<float> four(4 * count + 1), fours(4 * count + 1), a(count + 1);
  std::vector<int> counts(count + 1), more(count + 1), b(count + 1);
  std::array<double, 64> array = {};
  std::vector<Result> results(count + 1), references(count + 1);
  std::vector<std::array<float, 3>> threes(count);
  std::vector<Query> queries(count);
  std::vector<std::unique_ptr<Query>> owned;
  std::vector<int> order(count);
  for (int i = 0; i < count; ++i) {
    owned.push_back(std::make_unique<Query>());
    order[i] = i ^ 1;
  }
  if (count % 2)
    order[count - 1] = count - 1;
  if (argc > 3)
    order[4] = order[1];
  Solver solver;
  solver.out.resize(4 * count);
  solver.raw = new float[4 * count + 1]();
  solver.sums = {};
  for (float &f : solver.fixed)
    f = 0;
  solver.results.resize(count);
  const Node *root = build(count);
#pragma regtt parallel
  for (std::size_t i = 0; i < std::size_t(count); ++i)
    inVector(i, doubles, root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    fourInVector(i, four, root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    fourBehind(i, fours.data(), root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    inParallel(i, a.data(), &b[0], others.data(), root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    inArray(i, array, root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    ofStructs(i, results.data(), root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    byReference(i, references, counts, root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    byPointer(i, more.data(), root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    int &one = counts[i];
    single(one, root);
  }
#pragma regtt parallel
  for (auto &r : threes)
    three(r, root);
#pragma regtt parallel
  for (auto &q : owned)
    visit(q.get(), root);
#pragma regtt parallel
  for (int i : order)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    single(queries[order[i]].hits, root);
  solver.run(count, root);
  for (int i = 0; i < count; ++i) {
    std::printf("%a %a %a %a %d %a %a %d %a %d %d %d %a %d %d\n", doubles[i],
                four[4 * i + 3], fours[4 * i + 2], a[i], b[i], others[i],
                results[i].best, results[i].id, references[i].best, counts[i],
                more[i], queries[i].hits, threes[i][1], owned[i]->hits,
                references[i].id);
    std::printf("%a %a %a %a %a %a\n", array[i], solver.out[4 * i + 1],
                solver.raw[4 * i + 3], solver.sums[i], solver.fixed[i],
                solver.results[i].best);
  }
}
