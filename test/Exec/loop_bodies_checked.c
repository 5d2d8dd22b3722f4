/* What a body computes ahead, in C, and what is checked when the loop runs: no
 * object twice, no null pointer, nothing evaluated ahead that an iteration
 * writes.
 *
 * RUN: gcc -std=c89 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wdeclaration-after-statement -Werror -std=c89 %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes,static_ropes "fine 0" "fine 1" "fine 2" "fine 100"
 * RUN: env REGTT_TARGET=cpu not %t.parallel twice 9 2>&1 | FileCheck --check-prefix=TWICE %s
 * TWICE: error: visit: iterations 1 and 4 write the same query object
 * RUN: env REGTT_TARGET=cpu not %t.parallel null 9 2>&1 | FileCheck --check-prefix=NULL %s
 * NULL: error: visit: the query object of iteration 2 is a null pointer
 * RUN: env REGTT_TARGET=cpu not %t.parallel direct 9 2>&1 | FileCheck --check-prefix=DIRECT %s
 * DIRECT: error: sum: an iteration writes what the loop evaluates for iteration 0 before the traversals run
 * RUN: env REGTT_TARGET=cpu not %t.parallel shifted 9 2>&1 | FileCheck --check-prefix=SHIFTED %s
 * SHIFTED: error: sum: an iteration writes what the loop evaluates for iteration {{[0-9]+}} before the traversals run
 * RUN: env REGTT_TARGET=cpu not %t.parallel once 9 2>&1 | FileCheck --check-prefix=ONCE %s
 * ONCE: error: sum: an iteration writes what the loop evaluates for iteration 0 before the traversals run
 * RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel shifted 9 > %t.allowed
 * RUN: %t.serial shifted 9 | cmp - %t.allowed
 * RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel twice 9 > %t.allowed
 * RUN: %t.serial twice 9 | cmp - %t.allowed
 *
 * RUN: rm -rf %t.d && mkdir %t.d
 * RUN: regtt-cc %s --emit=header -o %t.d/loop_bodies_checked.regtt.h
 * RUN: regtt-cc %s --emit=cuda -o %t.d/loop_bodies_checked.regtt.cu
 * RUN: %check_cuda -I%t.d %t.d/loop_bodies_checked.regtt.cu -o %t.o
 */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Node {
  double x;
  struct Node *left, *right;
};
struct Query {
  double at;
  int count;
};

static struct Node *build(int count) {
  struct Node *n;
  int part;
  if (count <= 0)
    return NULL;
  n = (struct Node *)malloc(sizeof *n);
  n->x = nextFraction();
  part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n, double by) {
  if (!n || n->x + by < q->at)
    return;
  q->count++;
  visit(q, n->left, by);
  visit(q, n->right, by);
}

#pragma regtt traversal
static void sum(double x, double y, const struct Node *n, double *out) {
  if (!n || n->x < x)
    return;
  *out += n->x + y;
  sum(x, y, n->left, out);
  sum(x, y, n->right, out);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "fine";
  const int n = argc > 2 ? atoi(argv[2]) : 100;
  struct Node *root = build(n);
  struct Query *queries = (struct Query *)calloc(n + 1, sizeof *queries);
  int *order = (int *)calloc(n + 1, sizeof *order);
  double *values = (double *)calloc(2 * n + 2, sizeof *values);
  double *results = (double *)calloc(2 * n + 2, sizeof *results);
  double *seen = results;
  int missing = strcmp(what, "null") == 0 ? 2 : -1, i;
  for (i = 0; i < n; ++i) {
    queries[i].at = nextFraction();
    order[i] = n - 1 - i;
    values[i] = nextFraction();
  }
  if (strcmp(what, "twice") == 0)
    order[4] = order[1];
  if (strcmp(what, "shifted") == 0 || strcmp(what, "direct") == 0)
    results = values;

#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    struct Query *q = i == missing ? NULL : &queries[order[i]];
    const double by = 0.125, half = by / 2;
    visit(q, root, half);
  }
  printf("%d\n", i);
  if (strcmp(what, "direct") == 0)
#pragma regtt parallel
    for (i = 0; i < n; ++i)
      sum(values[i] * 0.5, 0, root, &results[i]);
  else if (strcmp(what, "once") == 0)
#pragma regtt parallel
    for (i = 0; i < n; ++i)
      sum(seen[n - 1], 0, root, results + i);
  else
#pragma regtt parallel
    for (i = 0; i < n; ++i) {
      struct Query q;
      double from = values[i];
      q.at = i;
      if (i > 0) {
        from = from * q.at / n;
        from /= 2;
      }
      sum(from, values[n - i] * 2, root, &results[i]);
    }
  for (i = 0; i < n; ++i)
    printf("%d %a %a\n", queries[i].count, values[i], results[i]);
  return 0;
}
