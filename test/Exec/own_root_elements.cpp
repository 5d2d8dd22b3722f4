// Roots that an iteration's own data choose among an array's, beside iterations
// without a call that write what has the type of the array's elements; and
// records of what a base in a namespace holds.
//
// RUN: %serial -std=c++11 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++11 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
// RUN: not %t.parallel within 2>&1 | FileCheck %s
// CHECK: an iteration writes what the loop evaluates for iteration
#include <cmath>
#include <cstdio>
namespace space {
struct Vector {
  float x, y;
};
struct Colour : Vector {
  int tag;
};
} // namespace space
struct Node {
  space::Colour colour;
  float reach;
  int left, right;
};
struct Query {
  int result, slot;
  float x;
};
#pragma regtt traversal
static int count(Query &q, int n, const Node *nodes, float limit) {
  if (n < 0)
    return 0;
  const Node &node = nodes[n];
  if (std::sqrt(node.colour.x * node.colour.x + node.reach * node.colour.y) >
      q.x + limit)
    return 0;
  q.result += node.colour.tag;
  const int left = count(q, node.left, nodes, limit);
  const int right = count(q, node.right, nodes, limit);
  return left + right + 1;
}
static int total;
static void loop(Query *qs, int n, int root, const Node *nodes, int *roots) {
#pragma regtt parallel copyin(roots[0:2])
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 2)
      qs[i].result += 3;
    else {
      int got = 0;
      got = count(qs[i], roots[qs[i].slot & 1], nodes, 0.25f);
      got += count(qs[i], root, nodes, 0.5f);
      total = total * 3 + got % 100;
    }
  }
}
int main(int argc, char **) {
  static Node nodes[25];
  for (int i = 0; i < 25; ++i) {
    nodes[i].colour.x = i * 0.1f;
    nodes[i].colour.y = (i * 7 % 25) * 0.2f;
    nodes[i].colour.tag = i;
    nodes[i].reach = i * 0.05f;
    nodes[i].left = 2 * i + 1 < 25 ? 2 * i + 1 : -1;
    nodes[i].right = 2 * i + 2 < 25 ? 2 * i + 2 : -1;
  }
  static Query queries[20];
  int roots[2] = {3, 4};
  for (int i = 0; i < 20; ++i)
    queries[i] = {0, i * 3 % 5, i * 0.15f};
  loop(queries, 20, 0, nodes, argc > 1 ? &queries[2].result : roots);
  for (int i = 0; i < 20; ++i)
    std::printf("%d ", queries[i].result);
  std::printf("%d\n", total);
}
