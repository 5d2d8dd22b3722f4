// Trees at the edges: none, one node, a list of great depth; and what is no
// tree, or no set of independent queries: refused with a message, not hanging.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes none one list wide
// RUN: env REGTT_TARGET=cpu not %t.parallel cycle 2>&1 | FileCheck %s --check-prefix=CYCLE
// CYCLE: trees.cpp:[[#]]: regtt: error: visit: {{.*}}cycle
// CYCLE-NOT: visited
// RUN: env REGTT_TARGET=cpu not %t.parallel twice 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: trees.cpp:[[#]]: regtt: error: visit: {{.*}}iterations 3 and 7
// TWICE-NOT: visited
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel twice > %t.twice
// RUN: %t.serial twice | cmp - %t.twice
// RUN: env REGTT_TARGET=serial %t.parallel cycle | FileCheck %s --check-prefix=SERIAL
// SERIAL: visited 50
#include <cstdio>
#include <cstring>
#include <vector>

struct Node {
  int weight;
  Node *left, *right;
};
struct Query {
  int budget, sum;
};

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n || q->sum >= q->budget)
    return;
  q->sum += n->weight;
  visit(q, n->left);
  visit(q, n->right);
}

int main(int argc, char **argv) {
  const char *shape = argc > 1 ? argv[1] : "none";
  std::vector<Node> nodes(100000, Node{1, nullptr, nullptr});
  std::vector<Query> storage(10, Query{50, 0});
  std::vector<Query *> queries;
  for (Query &q : storage)
    queries.push_back(&q);
  Node *root = std::strcmp(shape, "none") == 0 ? nullptr : &nodes[0];
  if (std::strcmp(shape, "list") == 0) {
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
      (i % 3 ? nodes[i].left : nodes[i].right) = &nodes[i + 1];
    storage[4].budget = 30000;
  } else if (std::strcmp(shape, "wide") == 0) {
    for (std::size_t i = 0; 2 * i + 2 < nodes.size(); ++i) {
      nodes[i].left = &nodes[2 * i + 1];
      nodes[i].right = &nodes[2 * i + 2];
    }
    storage[7].budget = 1000000;
  } else if (std::strcmp(shape, "cycle") == 0) {
    nodes[0].left = &nodes[1];
    nodes[1].right = &nodes[0];
  } else if (std::strcmp(shape, "twice") == 0) {
    queries[7] = queries[3];
  }
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(queries[i], root);
  for (const Query *q : queries)
    std::printf("visited %d\n", q->sum);
}
