/* Functions that recurse through each other, and a helper that both call for
 * their own node, in C: a return ahead of its end, work after its call.
 *
 * RUN: gcc -std=c99 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial -lm
 * RUN: regtt-cc -std=c99 -O2 --target=cpu %s -o %t.parallel -lm
 * RUN: %same %t.serial %t.parallel autoropes "1 700" "2 300" "3 1" "4 0"
 *
 * RUN: rm -rf %t.d && mkdir %t.d
 * RUN: regtt-cc -std=c99 %s --emit=header -o %t.d/mutual_recursion_in_c.regtt.h
 * RUN: regtt-cc -std=c99 %s --emit=cuda -o %t.d/mutual_recursion_in_c.regtt.cu
 * RUN: %check_cuda -I%t.d %t.d/mutual_recursion_in_c.regtt.cu -o %t.o
 */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
  float x;
  int id;
  struct node *left, *right;
};
struct query {
  float x, sum;
  int count;
};

static void odd(struct query *q, const struct node *n, int depth);
static void down(struct query *q, const struct node *n, int depth) {
  odd(q, n->left, depth);
  if (q->count > 40)
    return;
  odd(q, n->right, depth + 1);
}
#pragma regtt traversal
static void even(struct query *q, const struct node *n, int depth) {
  if (!n)
    return;
  q->sum += n->x * depth;
  down(q, n, depth + 1);
  q->count++;
}
static void odd(struct query *p, const struct node *m, int level) {
  if (m == NULL)
    return;
  p->sum -= m->x * p->x;
  if (m->id % 3 == 0)
    even(p, m->right, level);
  else if (m->id % 3 == 1)
    p->count += 2;
  else
    down(p, m, level);
}

static struct node *build(int count) {
  struct node *n;
  int part;
  if (count <= 0)
    return NULL;
  n = malloc(sizeof *n);
  if (!n)
    abort();
  n->x = (float)nextFraction();
  n->id = nextNumber();
  part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}
static void release(struct node *n) {
  if (!n)
    return;
  release(n->left);
  release(n->right);
  free(n);
}

int main(int argc, char **argv) {
  static struct query queries[100];
  struct node *root;
  int i;
  numbersState = argc > 1 ? (unsigned long)atoi(argv[1]) : 1;
  root = build(argc > 2 ? atoi(argv[2]) : 100);
  for (i = 0; i < 100; ++i) {
    queries[i].x = (float)nextFraction();
    queries[i].count = i % 50;
  }
#pragma regtt parallel
  for (i = 0; i < 100; ++i)
    even(&queries[i], root, 1);
  for (i = 0; i < 100; ++i)
    printf("%a %d\n", queries[i].sum, queries[i].count);
  release(root);
  return 0;
}
