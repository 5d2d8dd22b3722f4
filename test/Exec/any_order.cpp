// Sums of floats whose visits may come in any order, as the clause says; all are
// small whole numbers, so that no order rounds.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel static_ropes,autoropes "200 1" "1 2" "0 3" "3000 4"
// RUN: regtt-cc --emit=cpu %s | FileCheck %s
// CHECK: orderFree = true
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float lo, hi, weight;
  Node *left = nullptr, *right = nullptr;
};
struct Query {
  float x, sum;
};

#pragma regtt traversal order(any)
static void add(Query *q, const Node *n) {
  if (!n || q->x < n->lo || q->x > n->hi)
    return;
  q->sum += n->weight;
  add(q, n->left);
  add(q, n->right);
}

static Node *build(std::vector<Node> &nodes, unsigned &seed, float lo, float hi,
                   int depth) {
  if (depth <= 0)
    return nullptr;
  seed = seed * 1664525u + 1013904223u;
  nodes.push_back({lo, hi, float(seed >> 24)});
  Node *const node = &nodes.back();
  const float middle = (lo + hi) / 2;
  node->left = build(nodes, seed, lo, middle + hi / 8, depth - 1);
  node->right = build(nodes, seed, middle, hi, depth - 1 - int(seed >> 31));
  return node;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  unsigned seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  std::vector<Node> nodes;
  nodes.reserve(1 << 12);
  const Node *root = build(nodes, seed, 0, 1024, 12);
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i)
    queries.push_back({float(i * 37 % 1024), float(i)});
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    add(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%g\n", double(q.sum));
}
