// Whether a node has children is said by what a pointer of it leads to; where
// it has none it keeps anything for them.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 --variant=all %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>

struct Query {
  double sum;
  int seen;
};

struct Extra {
  double coord;
  bool leaf;
};

struct Node {
  int tag;
  const Extra *extra;
  Node *left, *right;
};

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->seen++;
  q->sum += n->extra->coord;
  if (n->extra->leaf || (n->extra->coord <= 0.25 && n->tag % 3 == 0))
    return;
  visit(q, n->left);
  visit(q, n->right);
}

int main() {
  static Extra extras[63];
  static Node nodes[63];
  Node *const nowhere = reinterpret_cast<Node *>(16);
  for (int i = 0; i < 63; ++i) {
    const bool ends = i >= 31 || (i % 16 > 4 && i % 3 == 0);
    extras[i] = {i % 16 > 4 ? -1. - i : 0.5 + i, i >= 31};
    nodes[i] = {i, &extras[i], ends ? nowhere : &nodes[2 * i + 1],
                ends ? nowhere : &nodes[2 * i + 2]};
  }
  static Query queries[9];
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    visit(&queries[i], nodes);
  for (const Query &q : queries)
    std::printf("%a %d\n", q.sum, q.seen);
}
