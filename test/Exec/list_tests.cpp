// Tests of children in lists, under engines that keep a list's children and
// those that keep none: lists whose children are all null, null ones at the
// ends, and counts of those that are there.
//
//   list_tests QUERIES DEPTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel static_ropes,autoropes "300 5 1" "20 0 2" \
// RUN:   "0 3 3"
// RUN: regtt-cc -O1 --target=cpu -DCOUNTED %s -o %t.counted
// RUN: %serial -DCOUNTED %s -o %t.counted_serial
// RUN: %same %t.counted_serial %t.counted autoropes "300 5 4" "20 0 5"
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

struct Query {
  float x;
  int count;
  unsigned long sum;
};

struct Node {
  float lo;
  unsigned id;
  int num;
  Node *few[8];
};

#ifndef COUNTED
#pragma regtt traversal
static void inLocals(const Node *n, Query &q) {
  q.sum = q.sum * 31 + n->id;
  if (q.x < n->lo)
    return;
  for (int k = 0; k < n->num; ++k) {
    const Node *c = n->few[k];
    if (c)
      inLocals(c, q);
  }
}
#endif

#pragma regtt traversal
static void inPlace(const Node *n, Query &q) {
  q.sum = q.sum * 31 + n->id;
  if (q.x < n->lo)
    return;
#ifdef COUNTED
  int gaps = 0;
#endif
  for (int k = 0; k < n->num; ++k) {
#ifdef COUNTED
    if (!n->few[k])
      gaps += k + 1;
#endif
    if (n->few[k])
      inPlace(n->few[k], q);
  }
#ifdef COUNTED
  q.count += gaps;
#endif
}

#ifdef COUNTED
#pragma regtt traversal
static void byPointer(const Node *n, Query &q) {
  q.sum = q.sum * 31 + n->id;
  if (q.x < n->lo)
    return;
  for (Node *const *k = n->few; k != n->few + n->num; ++k) {
    if (*k)
      byPointer(*k, q);
    else
      q.count += 3;
  }
}
#endif

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }
static unsigned made;

static Node *tree(int depth) {
  auto *n = new Node{u() * 0.7f, made++, int(u() * 9), {}};
  for (int k = 0; k < n->num; ++k)
    n->few[k] = depth > 0 && u() < 0.5f ? tree(depth - 1) : nullptr;
  return n;
}

int main(int argc, char **argv) {
  const int queries = argc > 1 ? std::atoi(argv[1]) : 100;
  const int depth = argc > 2 ? std::atoi(argv[2]) : 4;
  gen.seed(argc > 3 ? std::atoi(argv[3]) : 1);
  const Node *root = tree(depth);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {u(), 0, 0};
#ifndef COUNTED
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    inLocals(root, q[i]);
#endif
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    inPlace(root, q[i]);
#ifdef COUNTED
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    byPointer(root, q[i]);
#endif
  for (const Query &each : q)
    std::printf("%d %lu\n", each.count, each.sum);
}
