// Numbers that are written through pointers of which nothing says where they
// lead: apart from what nodes and shared objects hold it is as ever, and where
// one of those is met the call is refused.
//
//   numbers_anywhere CASE
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0
// RUN: (for n in 1 2 3 4 5 6 7; do REGTT_TARGET=cpu %t.parallel $n 2>&1 || true; done) | FileCheck %s
// CHECK: an iteration writes 'n->k', which is read through a node
// CHECK: an iteration writes '*n->slot', which is read through a node
// CHECK: an iteration writes what the loop evaluates
// CHECK: an iteration writes what the loop evaluates
// CHECK: iteration 5 writes through the queries' array 'out' what lies in
// CHECK: an iteration writes 'n->k', which is read through a node
// CHECK: an iteration writes 'n->count', which is read through a node
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int k, *slot, count[4];
  Node *l, *r;
};
struct Query {
  int at, *out;
};
struct Config {
  int scale;
};
static Config config = {3};
static const Config *shared = &config;
static int limit = 90, last = 1;

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n || n->k > limit)
    return;
  if (*n->slot + n->k + n->count[0] < q->at * shared->scale)
    ++*q->out;
  visit(q, n->l);
  visit(q, n->r);
}

int main(int, char **argv) {
  const int which = std::atoi(argv[1]), n = 8;
  std::vector<int> counts(2 * n), totals(n);
  std::vector<Node> nodes(7);
  for (int i = 0; i < 7; ++i)
    nodes[i] = {i * 7 % 5, &counts[n + i], {i, 2, 3, 4}, nullptr, nullptr};
  for (int i = 0; i < 3; ++i) {
    nodes[i].l = &nodes[2 * i + 1];
    nodes[i].r = &nodes[2 * i + 2];
  }
  std::vector<Query> queries(n);
  for (int i = 0; i < n; ++i)
    queries[i] = {i, &counts[i]};
  int *const written[] = {&counts[5],    &nodes[2].k, &counts[n + 1],
                          &config.scale, &limit,      &last};
  if (which < 6)
    queries[5].out = written[which];
  // What follows the calls writes through a pointer, too.
  int *after = which == 6   ? &nodes[4].k
               : which == 7 ? nodes[0].count
                            : totals.data();
#pragma regtt parallel
  for (int i = 0; i < (which < 6 ? n : 1); ++i) {
    visit(&queries[i], &nodes[0]);
    after[i] = queries[i].at + 1;
    last = 3 * last + after[i];
  }
  for (int i = 0; i < n; ++i)
    std::printf("%d %d\n", counts[i], totals[i]);
  std::printf("%d\n", last);
}
