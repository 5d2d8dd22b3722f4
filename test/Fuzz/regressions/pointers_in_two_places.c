// Two places follow a pointer that leaves alone have, under the same condition
// written twice, once with another that looks at the query.
// RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
#include <stdio.h>

struct Query {
  int sum, seen;
};

struct Extra {
  short weight;
};

struct Node {
  int id, leaf, many;
  const short *items;
  const struct Extra *only;
  struct Node *left, *right;
};

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  q->seen++;
  if (q->seen % 3 == 1) {
    if (n->leaf && q->sum < 1000)
      q->sum += n->only->weight;
    if (!n->leaf || q->sum % 7 == 2)
      q->seen++;
    else
      for (int k = 0; k < n->many; ++k)
        q->sum += n->items[k];
    return;
  }
  if (n->leaf) {
    for (int k = 0; k < n->many; ++k)
      q->sum -= n->items[k] * n->only->weight;
  }
  visit(q, n->left);
  visit(q, n->right);
}

int main(void) {
  static const short items[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  static const struct Extra extras[] = {{2}, {7}, {1}};
  static struct Node nodes[63];
  static struct Query queries[9];
  for (int i = 0; i < 63; ++i) {
    struct Node *n = &nodes[i];
    n->id = i;
    n->leaf = i >= 31;
    n->many = n->leaf ? i % 4 : 1 << 30;
    n->items = n->leaf ? &items[i % 5] : (const short *)16;
    n->only = n->leaf ? &extras[i % 3] : (const struct Extra *)32;
    n->left = n->leaf ? 0 : &nodes[2 * i + 1];
    n->right = n->leaf ? 0 : &nodes[2 * i + 2];
  }
  for (int i = 0; i < 9; ++i)
    queries[i].sum = queries[i].seen = i;
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    visit(&queries[i], nodes);
  for (int i = 0; i < 9; ++i)
    printf("%d %d\n", queries[i].sum, queries[i].seen);
  return 0;
}
