// Chains of siblings walked by while, do and for, with the step in the body,
// saved ahead, before a continue, and through an accessor; with work between
// the calls, further conditions, early exits, and tests ahead of the loop.
//
//   sibling_walks QUERIES DEPTH WIDTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "500 4 6 1" \
// RUN:   "200 1 500 2" \
// RUN:   "100 150 1 3" \
// RUN:   "20 0 5 4" \
// RUN:   "0 3 3 5"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/sibling_walks.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/sibling_walks.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/sibling_walks.regtt.cu -o %t.o
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
  float lo, hi;
  unsigned id;
  Node *first, *next;
  const Node *after() const { return next; }
};

#pragma regtt traversal
static void whileThere(const Node *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  q.sum = q.sum * 31 + n->id;
  const Node *c = n->first;
  while (c) {
    whileThere(c, q);
    q.sum ^= 5;
    c = c->next;
  }
  q.count++;
}

// The step comes before what has nothing to do with it.
#pragma regtt traversal
static void whileAnd(const Node *n, Query &q, int depth) {
  if (!n || q.x < n->lo || q.x > n->hi)
    return;
  q.sum = q.sum * 31 + n->id + depth;
  q.count++;
  const Node *c;
  c = n->first;
  while (c != nullptr && q.count < 40 && depth < 90) {
    whileAnd(c, q, depth + 1);
    c = c->next;
    q.sum += q.count;
  }
}

#pragma regtt traversal
static void doWhile(const Node *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  const Node *c = n->first;
  if (!c) {
    q.sum = q.sum * 31 + n->id;
    return;
  }
  q.count += c ? 2 : 7;
  do {
    const Node *following = c->next;
    doWhile(c, q);
    c = following;
  } while (nullptr != c);
}

#pragma regtt traversal
static void guardedDo(const Node *n, Query &q) {
  q.sum = q.sum * 31 + n->id;
  if (q.x < n->lo || q.x > n->hi)
    return;
  Node *c = n->first;
  if (c)
    do {
      guardedDo(c, q);
      if (q.sum % 7 == 3)
        break;
      c = c->next;
    } while (c);
  ++q.count;
}

#pragma regtt traversal
static void skips(const Node *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  q.sum = q.sum * 31 + n->id;
  int k = 0;
  for (const Node *c = n->first; c;) {
    if (++k % 3 == 0) {
      c = c->next;
      continue;
    }
    skips(c, q);
    c = c->after();
    if (q.sum % 11 == 4)
      continue;
    q.count += k;
  }
}

#pragma regtt traversal
static void leaves(const Node *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  q.sum = q.sum * 31 + n->id;
  const Node *c = n->first;
  for (; c && q.count < 1000; c = c->after()) {
    leaves(c, q);
    if (q.sum % 13 == 5)
      return;
  }
  q.count += 3;
}

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }
static int width;
static unsigned made;

static Node *tree(float lo, float hi, int depth) {
  auto *n = new Node{lo, hi, made++, nullptr, nullptr};
  const int children = depth == 0 ? 0 : width == 1 ? 1 : int(u() * width);
  for (int i = 0; i < children; ++i) {
    Node *c = tree(lo + u() * (hi - lo) / 2, hi, depth - 1);
    c->next = n->first;
    n->first = c;
  }
  return n;
}

int main(int argc, char **argv) {
  const int queries = argc > 1 ? std::atoi(argv[1]) : 100;
  const int depth = argc > 2 ? std::atoi(argv[2]) : 4;
  width = argc > 3 ? std::atoi(argv[3]) : 6;
  gen.seed(argc > 4 ? std::atoi(argv[4]) : 1);
  const Node *root = tree(0, 1, depth);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {u() * 1.1f, 0, 0};
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    whileThere(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    whileAnd(root, q[i], 0);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    doWhile(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    guardedDo(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    skips(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    leaves(root, q[i]);
  for (const Query &each : q)
    std::printf("%d %lu\n", each.count, each.sum);
}
