// What the loop looks at is declared ahead of it and stands behind it: the host
// file looks at it through a struct of its own.
// RUN: gcc -std=gnu11 -w -O1 -ffp-contract=off %s -o %t.serial && %t.serial > %t.expected
// RUN: regtt-cc -std=gnu11 -Wall -Wextra -Werror -O2 --target=cpu %s -o %t.parallel
// RUN: env REGTT_TARGET=cpu REGTT_THREADS=3 REGTT_LOG=info %t.parallel 2>%t.log | cmp - %t.expected
// RUN: FileCheck %s --input-file %t.log --check-prefix=RAN
// RAN: target=cpu
#include <stdio.h>
#include <stdlib.h>
struct tree;
struct tree *make(int n);
double nearest(const struct tree *t, double x);
extern double theta;
int main(void) {
  struct tree *t = make(100);
  double q[50], r[50];
  int i;
  for (i = 0; i < 50; i++)
    q[i] = i * 2.5;
#pragma regtt parallel
  for (i = 0; i < 50; i++)
    r[i] = nearest(t, q[i]);
  for (i = 0; i < 50; i++)
    printf("%a\n", r[i]);
  return 0;
}
double theta = 0.25;
struct node {
  double x;
  struct node *l, *r;
};
struct tree {
  int n;
  struct node *root;
};
static struct node *build(int a, int b) {
  if (a >= b)
    return NULL;
  int m = (a + b) / 2;
  struct node *n = malloc(sizeof *n);
  n->x = m * 1.5;
  n->l = build(a, m);
  n->r = build(m + 1, b);
  return n;
}
struct tree *make(int n) {
  struct tree *t = malloc(sizeof *t);
  t->n = n;
  t->root = build(0, n);
  return t;
}
#pragma regtt traversal
static void search(const struct node *n, double x, double *best) {
  if (!n)
    return;
  double d = n->x > x ? n->x - x : x - n->x;
  d += theta;
  if (d < *best)
    *best = d;
  if (x < n->x) {
    search(n->l, x, best);
    if (n->x - x < *best)
      search(n->r, x, best);
  } else {
    search(n->r, x, best);
    if (x - n->x < *best)
      search(n->l, x, best);
  }
}
double nearest(const struct tree *t, double x) {
  double best = 1e30;
  search(t->root, x, &best);
  return best;
}
