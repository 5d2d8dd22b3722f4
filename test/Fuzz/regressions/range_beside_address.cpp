// A loop over a container of a node by reference, whose body hands on the node's
// address.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>
#include <vector>

struct Query {
  double sum;
};

struct Node {
  std::vector<float> items;
  Node *left, *right;
  int id;
};

static double gap(const Node *n, float item) { return n->id * 0.5 - item; }

#pragma regtt traversal
static void visit(Query *q, const Node &n) {
  for (float item : n.items)
    q->sum = q->sum * 0.5 + gap(&n, item);
  if (n.left)
    visit(q, *n.left);
  if (n.right)
    visit(q, *n.right);
}

int main() {
  static Node nodes[7];
  for (int i = 0; i < 7; ++i) {
    nodes[i] = {{}, i < 3 ? &nodes[2 * i + 1] : nullptr,
                i < 3 ? &nodes[2 * i + 2] : nullptr, i};
    for (int k = 0; k < i % 4; ++k)
      nodes[i].items.push_back(k * 0.7f - i);
  }
  static Query queries[3] = {{0}, {7}, {-3}};
#pragma regtt parallel
  for (int i = 0; i < 3; ++i)
    visit(&queries[i], *nodes);
  for (const Query &q : queries)
    std::printf("%a\n", q.sum);
}
