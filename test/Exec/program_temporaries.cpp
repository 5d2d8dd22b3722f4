// Several calls an iteration whose arguments are temporaries: literals that are
// handed by reference stand beside roots that are pointers and references.
//
// RUN: %serial -std=c++11 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++11 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
// RUN: not regtt-cc -DCHANGED -std=c++11 --target=cpu --emit=host %s -o - 2>&1 | FileCheck --check-prefix=CHANGED %s
// CHANGED: error: {{.*}}'root'
#include <cstdio>
#include <vector>
struct Node {
  double x;
  Node *left, *right;
};
struct Query {
  double x;
  int visits;
};
#pragma regtt traversal
static long below(Node *n, Query *q, const double &reach, const int &weight) {
  if (!n || q->x + reach < n->x)
    return 0;
  q->visits += weight;
  const long left = below(n->left, q, reach * 0.5, weight);
  const long right = below(n->right, q, reach, weight + 1);
  return left + right + 1;
}
#pragma regtt traversal
static int count(Query *q, const Node &n, const double &reach) {
  if (q->x + reach < n.x)
    return 0;
  q->visits++;
  int found = 1;
  if (n.left)
    found += count(q, *n.left, reach - 0.25);
  if (n.right)
    found += count(q, *n.right, reach);
  return found;
}
static void continued(Query *qs, int n, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    if (i % 3 != 1) {
      long got = 0;
      got = below(root, &qs[i], 0.5, 2);
      if (got % 4 == 1)
        continue;
      qs[i].visits += 3;
#ifdef CHANGED
      root = root->left;
#endif
      got = below(root, &qs[i], 1.5, 1);
    }
  }
}
static void tested(std::vector<Query> &qs, Node *root, int *results) {
#pragma regtt parallel
  for (size_t i = 0; i < qs.size(); ++i) {
    int got = 0;
    if (count(&qs[i], *root, 0.75) > 2)
      got = 1 + count(&qs[i], *root, 2);
    results[i] = got;
  }
}
int main() {
  static Node nodes[31];
  for (int i = 0; i < 31; ++i) {
    nodes[i].x = (i * 7 % 31) * 0.25;
    nodes[i].left = 2 * i + 1 < 31 ? &nodes[2 * i + 1] : nullptr;
    nodes[i].right = 2 * i + 2 < 31 ? &nodes[2 * i + 2] : nullptr;
  }
  std::vector<Query> queries(40);
  std::vector<int> results(40);
  for (int i = 0; i < 40; ++i)
    queries[i] = {i * 0.2, 0};
  continued(queries.data(), 40, nodes);
  continued(queries.data(), 40, nullptr);
  tested(queries, nodes + 1, results.data());
  for (int i = 0; i < 40; ++i)
    std::printf("%d %d\n", queries[i].visits, results[i]);
}
