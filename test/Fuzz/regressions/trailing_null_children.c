// A list of children may end with null pointers: a loop that counts by a number
// of the node goes on to them.
// RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
#include <stdio.h>

struct Query {
  int sum;
};

struct Node {
  int id, count;
  struct Node *kids[4];
};

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  q->sum = q->sum * 3 + n->id;
  for (int k = 0; k < n->count; ++k)
    if (n->kids[k] && q->sum % 5 != 1)
      visit(q, n->kids[k]);
}

int main(void) {
  static struct Node nodes[64];
  static struct Query queries[9];
  // Every third place holds no child, and so do all of some nodes.
  for (int i = 0, next = 1; i < 64; ++i) {
    nodes[i].id = i;
    nodes[i].count = 4;
    for (int k = 0; k < 4; ++k)
      if ((i + k) % 3 && next < 64)
        nodes[i].kids[k] = &nodes[next++];
  }
  for (int i = 0; i < 9; ++i)
    queries[i].sum = i;
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    visit(&queries[i], nodes);
  for (int i = 0; i < 9; ++i)
    printf("%d\n", queries[i].sum);
  return 0;
}
