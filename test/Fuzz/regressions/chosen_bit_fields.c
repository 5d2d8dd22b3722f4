// A bit-field that ?: chooses beside a negative number: C promotes it to int.
// RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <stdio.h>

struct Query {
  int below;
  double sum;
};

struct Node {
  unsigned wide : 20;
  unsigned narrow : 3;
  int id;
  struct Node *left, *right;
};

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  q->sum += (n->id % 3 ? q->below : n->wide) * 0.5;
  q->sum -= (n->id % 2 ? n->wide : n->narrow) - 100000;
  struct Node copy = *n;
  q->sum += (n->id % 5 ? copy.narrow : -7) / 4;
  visit(q, n->left);
  visit(q, n->right);
}

int main(void) {
  static struct Node nodes[31];
  static struct Query queries[5];
  for (int i = 0; i < 31; ++i)
    nodes[i] = (struct Node){i * 33333u % 1048576, i % 8, i,
                             i < 15 ? &nodes[2 * i + 1] : 0,
                             i < 15 ? &nodes[2 * i + 2] : 0};
  for (int i = 0; i < 5; ++i)
    queries[i].below = -17 * i;
#pragma regtt parallel
  for (int i = 0; i < 5; ++i)
    visit(&queries[i], nodes);
  for (int i = 0; i < 5; ++i)
    printf("%a\n", queries[i].sum);
  return 0;
}
