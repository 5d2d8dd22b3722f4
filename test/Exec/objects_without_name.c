/* Objects without a name, choices of what is tested, and what compilers say of
 * constants, as C has them.
 *
 * RUN: gcc -O2 -std=gnu11 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -std=gnu11 -O1 --target=cpu %s -o %t.parallel
 * RUN: %t.serial > %t.expected
 * RUN: env REGTT_TARGET=cpu %t.parallel > %t.output
 * RUN: cmp %t.expected %t.output
 */
#include <stdio.h>
#include <stdlib.h>
struct Query {
  float x, best;
  int count;
};
struct Node {
  float x, split;
  int leaf;
  struct Node *left, *right;
};
#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  q->count += ((int[]){n->leaf, 2})[n->leaf & 1];
  struct Query *other = &(struct Query){q->x, 1, 0};
  other->count += n->leaf;
  q->best += other->x * 0.5f + other->count;
  for (int k = 0; k < 3; ++k) {
    int *p = (int[]){k, 5};
    p[0]++;
    q->count += p[0];
  }
  q->count += n->leaf ?: 5;
  q->count &= 0xffff;
  q->count += (q->count & 1) ?: 7;
  q->count += __builtin_constant_p(3);
  visit(q, n->left);
  q->count ^= (struct Query){1, 2, n->leaf}.count;
  visit(q, n->right);
}
static struct Node *make(int d) {
  if (d == 0 || rand() % 6 == 0)
    return 0;
  struct Node *n = malloc(sizeof *n);
  n->x = rand() % 100 / 10.f;
  n->leaf = rand() % 3;
  n->left = make(d - 1);
  n->right = make(d - 1);
  return n;
}
int main() {
  srand(5);
  struct Node *root = 0;
  while (!root || !root->left)
    root = make(8);
  static struct Query q[40];
  int i;
  for (i = 0; i < 40; ++i)
    q[i].x = rand() % 10, q[i].count = rand() % 7;
#pragma regtt parallel
  for (i = 0; i < 40; ++i)
    visit(&q[i], root);
  for (i = 0; i < 40; ++i)
    printf("%a %d\n", q[i].best, q[i].count);
}
