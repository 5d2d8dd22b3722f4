// A number that all iterations share tells nodes from numbers that are none,
// also where calls of a query program are handed temporaries beside it.
//
// RUN: %serial -std=c++11 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++11 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
// RUN: regtt-cc -std=c++11 --target=cpu --emit=cpu %s -o - | FileCheck %s
// CHECK: static bool isNode(
// RUN: not regtt-cc -DCHANGED -std=c++11 --target=cpu --emit=host %s -o - 2>&1 | FileCheck --check-prefix=CHANGED %s
// CHANGED: error: {{.*}}numNodes
#include <cstdio>
struct Node {
  int id;
  unsigned kids[2];
};
struct Query {
  int count, leaf;
  bool enough;
};
struct Got {
  double t;
  int id;
};
#pragma regtt traversal
static Got visit(unsigned n, Query &q, Node *nodes, int numNodes,
                 const double &dsq, const int &visits) {
  if (n < numNodes) {
    Node &node = nodes[n];
    if (q.enough)
      return Got{1000, -1};
    q.count += visits > 3 && dsq < 2;
    Got sofar = {0, 1};
    if (node.id % 11 != 10) {
      const Got got =
          visit(node.kids[0], q, nodes, numNodes, dsq * 0.25, visits + 1);
      if (got.t < sofar.t)
        sofar = got;
      if (q.count % 9 == 8)
        return sofar;
    }
    return sofar;
  }
  return Got{1000, -1};
}
void loop(Query *qs, int count, unsigned root, Node *nodes, int numNodes) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    Got got = {0, 0};
    switch (qs[i].leaf & 3) {
    case 0:
      got = visit(root, qs[i], nodes, numNodes, 640.5, 1);
      break;
    default:
#ifdef CHANGED
      ++numNodes;
#endif
      got = visit(root, qs[i], nodes, numNodes, 640.5, 1);
    }
    qs[i].leaf = got.id;
  }
}
int main() {
  static Node nodes[20];
  for (int i = 0; i < 20; ++i) {
    nodes[i].id = i;
    for (int k = 0; k < 2; ++k)
      nodes[i].kids[k] = 2 * i + 1 + k < 20 ? 2 * i + 1 + k : 0xffffffffu;
  }
  static Query queries[12];
  for (int i = 0; i < 12; ++i)
    queries[i].leaf = i;
  loop(queries, 12, 0, nodes, 20);
  loop(queries, 12, 3, nodes, 5);
  for (int i = 0; i < 12; ++i)
    std::printf("%d %d\n", queries[i].count, queries[i].leaf);
}
