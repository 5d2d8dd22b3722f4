/* What is checked of shared arrays when the loop runs, in C: an extent that is
 * negative, a null pointer, queries that write what is read through the array,
 * side by side or through pointers; a loop of no iterations reads nothing.
 *
 * RUN: gcc -std=c89 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror -std=c89 %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes,static_ropes "fine 100" "fine 1" "fine 0"
 * RUN: env REGTT_TARGET=cpu not %t.parallel negative 9 2>&1 | FileCheck --check-prefix=NEGATIVE %s
 * NEGATIVE: error: visit: the extent of array 'points' is -1; it must be the number of its elements
 * RUN: env REGTT_TARGET=cpu not %t.parallel null 9 2>&1 | FileCheck --check-prefix=NULL %s
 * NULL: error: visit: array 'points' is a null pointer
 * RUN: env REGTT_TARGET=cpu not %t.parallel same 9 2>&1 | FileCheck --check-prefix=SAME %s
 * SAME: error: move: an iteration writes what is read of element 0 of array 'points'
 * RUN: env REGTT_TARGET=cpu not %t.parallel indirect 9 2>&1 | FileCheck --check-prefix=INDIRECT %s
 * INDIRECT: error: move: an iteration writes what is read of element {{[0-9]+}} of array 'points'
 * RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel same 9 > %t.allowed
 * RUN: %t.serial same 9 | cmp - %t.allowed
 *
 * RUN: rm -rf %t.d && mkdir %t.d
 * RUN: regtt-cc %s --emit=header -o %t.d/shared_arrays_checked.regtt.h
 * RUN: regtt-cc %s --emit=cuda -o %t.d/shared_arrays_checked.regtt.cu
 * RUN: %check_cuda -I%t.d %t.d/shared_arrays_checked.regtt.cu -o %t.o
 */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Point {
  double x;
  char c;
  short found;
  double sum;
};

struct Node {
  int which;
  struct Node *left, *right;
};

int mixed[16];

#pragma regtt traversal
static void visit(struct Point *q, const struct Node *n,
                  const struct Point *points) {
  if (!n)
    return;
  if (points[n->which].x > q->x)
    q->found++;
  q->sum += points[n->which].x * mixed[n->which % 16];
  visit(q, n->left, points);
  visit(q, n->right, points);
}

#pragma regtt traversal
static void move(struct Point *q, const struct Node *n,
                 const struct Point *points) {
  if (!n)
    return;
  q->x += points[n->which].x;
  move(q, n->left, points);
  move(q, n->right, points);
}

static struct Node *build(struct Node *nodes, int first, int count) {
  struct Node *n = nodes + first + count / 2;
  if (count == 0)
    return NULL;
  n->which = (first * 7 + count) % (first + count);
  n->left = build(nodes, first, count / 2);
  n->right = build(nodes, first + count / 2 + 1, count - count / 2 - 1);
  return n;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "fine";
  const int n = argc > 2 ? atoi(argv[2]) : 100;
  struct Point *points = calloc(n + 1, sizeof *points);
  struct Point *other = points;
  struct Point **order = calloc(n + 1, sizeof *order);
  struct Node *nodes = calloc(n + 1, sizeof *nodes), *root;
  int i, extent = n;
  for (i = 0; i < n; ++i) {
    points[i].x = nextFraction();
    order[i] = &points[n - 1 - i];
    mixed[i % 16] = nextNumber();
  }
  root = build(nodes, 0, n);
  if (strcmp(mode, "negative") == 0)
    extent = -1;
  if (strcmp(mode, "null") == 0)
    other = NULL;
  if (strcmp(mode, "fine") == 0 || extent < 0 || !other) {
    struct Point *points = other;
    struct Point *queries = order[n ? n - 1 : 0];
#pragma regtt parallel copyin(points[0 : extent])
    for (i = 0; i < n; ++i)
      visit(&queries[i], root, points);
  } else if (strcmp(mode, "same") == 0) {
#pragma regtt parallel copyin(points[0 : extent])
    for (i = 0; i < n; ++i)
      move(&points[i], root, points);
  } else {
#pragma regtt parallel copyin(points[0 : extent])
    for (i = 0; i < n; ++i)
      move(order[i], root, points);
  }
  for (i = 0; i < n; ++i)
    printf("%.17g %d %.17g\n", points[i].x, points[i].found, points[i].sum);
  return 0;
}
