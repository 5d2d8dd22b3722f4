// A root that stands for no node, where the traversal does something with it
// that engines would leave out: it is taken for a node, and is an error.
//
// RUN: regtt-cc -O1 --target=cpu %s -o %t
// RUN: %t | FileCheck --check-prefix=TREE %s
// TREE: 620 0
// RUN: not %t without 2>&1 | FileCheck %s
// CHECK: error: visit: the tree has a node number -1, outside of the array of nodes, which has 31 elements
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Node {
  float x;
  int left, right;
};
struct Query {
  float x;
  int count, missing;
};
std::vector<Node> nodes;
#pragma regtt traversal
void visit(const std::vector<Node> &nodes, int n, Query *q) {
  if (n == -1) {
    q->missing++;
    return;
  }
  q->count++;
  if (nodes[n].left >= 0)
    visit(nodes, nodes[n].left, q);
  if (nodes[n].right >= 0)
    visit(nodes, nodes[n].right, q);
}
int main(int argc, char **argv) {
  for (int i = 0; i < 31; i++)
    nodes.push_back({float(i), i * 2 + 1 < 31 ? i * 2 + 1 : -1,
                     i * 2 + 2 < 31 ? i * 2 + 2 : -1});
  int root = argc > 1 ? -1 : 0;
  std::vector<Query> queries(20, Query{1, 0, 0});
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); i++)
    visit(nodes, root, &queries[i]);
  int c = 0, m = 0;
  for (Query &q : queries)
    c += q.count, m += q.missing;
  std::printf("%d %d\n", c, m);
}
