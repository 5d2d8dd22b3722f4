/* Several calls in the annotated loop's body, and loops over trees, in C: roots
 * in arrays behind pointers, whose length the loop or the clause tells, and in
 * structs; nodes that are numbers; values, locals and what follows the calls.
 *
 * RUN: gcc -std=c99 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial -lm
 * RUN: regtt-cc -std=c99 -O2 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel -lm
 * RUN: %same %t.serial %t.parallel autoropes "300 5 1" "1 1 2" "20 0 3" "0 3 4"
 * RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 100 4 5 > /dev/null
 *
 * RUN: rm -rf %t.d && mkdir %t.d
 * RUN: regtt-cc -std=c99 %s --emit=header -o %t.d/several_calls_in_c.regtt.h
 * RUN: regtt-cc -std=c99 %s --emit=cuda -o %t.d/several_calls_in_c.regtt.cu
 * RUN: %check_cuda -I%t.d %t.d/several_calls_in_c.regtt.cu -o %t.o
 */
#include "../Inputs/numbers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  double x;
  struct node *left, *right;
};

struct query {
  double x, best;
  int hits, votes, tree;
};

struct forest {
  struct node **trees;
  int num_trees;
  struct node *first;
};

#pragma regtt traversal
static void nearest(struct query *q, const struct node *n) {
  double d;
  if (!n)
    return;
  d = fabs(n->x - q->x);
  if (d < q->best)
    q->best = d;
  nearest(q, q->x < n->x ? n->left : n->right);
  if (d < q->best)
    nearest(q, q->x < n->x ? n->right : n->left);
}

#pragma regtt traversal
static void count(const struct node *n, struct query *q, double within) {
  if (n == NULL)
    return;
  if (fabs(n->x - q->x) < within)
    q->hits++;
  count(n->left, q, within);
  count(n->right, q, within);
}

#pragma regtt traversal
static int predict(const struct node *n, double x) {
  if (!n)
    return 0;
  if (!n->left && !n->right)
    return n->x < 0.5 ? -1 : 1;
  return x < n->x ? predict(n->left, x) : predict(n->right, x);
}

static double values[4000];
static int lefts[4000], rights[4000], num_nodes;

#pragma regtt traversal
static int below(int n, double x) {
  if (n < 0)
    return 0;
  return (values[n] < x) + below(lefts[n], x) + below(rights[n], x);
}

static void feeding(struct query *queries, int n, const struct node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    struct query *q = &queries[i];
    double reach;
    nearest(q, root);
    reach = 2 * q->best + 0.01;
    count(root, q, reach);
    if (q->hits < 3)
      count(root, q, 4 * reach);
  }
}

static int vote(const struct forest *forest, const double *x, int *out, int n) {
  int i, sum = 0;
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    int votes = 0;
    int t;
    for (t = 0; t < forest->num_trees; ++t) {
      votes += predict(forest->trees[t], x[i]);
      if (votes > 3)
        break;
    }
    out[i] = votes;
    sum += votes;
  }
  return sum;
}

static void chosen(struct node **trees, int num_trees, struct query *queries,
                   int n) {
  int i;
#pragma regtt parallel copyin(trees[0:num_trees])
  for (i = 0; i < n; ++i) {
    struct query *q = &queries[i];
    int left = 3;
    while (left-- > 0 && num_trees > 0) {
      nearest(q, trees[q->tree % num_trees]);
      q->best *= 1.25;
      q->tree++;
    }
  }
}

static void numbers(const int *roots, int num_roots, const double *x, long *out,
                    int n) {
  int i;
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    long all = below(0, x[i]);
    for (int t = 0; t < num_roots; ++t)
      all += (t + 1) * below(roots[t], x[i]);
    out[i] += all;
  }
}

#pragma regtt traversal
static void weigh(const struct node *n, struct query *q, int depth) {
  if (!n)
    return;
  q->hits += depth * (n->x < q->x);
  weigh(n->left, q, depth + 1);
  weigh(n->right, q, 2 * depth);
}

/* What each call starts with is found in an array. */
static void starting(struct query *queries, const int *starts, int n,
                     const struct node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    weigh(root, &queries[i], starts[i]);
    queries[i].x *= 0.5;
    weigh(root, &queries[i], starts[i]);
  }
}

static struct node *build(int depth) {
  struct node *n;
  if (depth == 0 || nextNumber() % 8 == 0)
    return NULL;
  n = (struct node *)malloc(sizeof *n);
  n->x = nextFraction();
  n->left = build(depth - 1);
  n->right = build(depth - 1);
  return n;
}

static void release(struct node *n) {
  if (!n)
    return;
  release(n->left);
  release(n->right);
  free(n);
}

static int number(int depth) {
  int n;
  if (num_nodes == 4000 || (num_nodes > 0 && (depth == 0 || nextNumber() % 8 == 0)))
    return -1;
  n = num_nodes++;
  values[n] = nextFraction();
  lefts[n] = number(depth - 1);
  rights[n] = number(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  int n, num_trees, i, roots[3];
  struct forest forest;
  struct query *queries;
  double *x;
  int *out;
  long *sums;
  if (argc < 4)
    return 1;
  n = atoi(argv[1]);
  num_trees = atoi(argv[2]);
  numbersState = (unsigned long)atoi(argv[3]);
  forest.trees = (struct node **)malloc((num_trees + 1) * sizeof *forest.trees);
  forest.num_trees = num_trees;
  for (i = 0; i < num_trees; ++i)
    forest.trees[i] = build(i + 2);
  forest.first = build(8);
  queries = (struct query *)calloc(n + 1, sizeof *queries);
  x = (double *)calloc(n + 1, sizeof *x);
  out = (int *)calloc(n + 1, sizeof *out);
  sums = (long *)calloc(n + 1, sizeof *sums);
  for (i = 0; i < n; ++i) {
    queries[i].x = nextFraction();
    queries[i].best = 2;
    queries[i].tree = nextNumber() % 7;
    x[i] = nextFraction();
  }
  for (i = 0; i < 3; ++i)
    roots[i] = number(6);
  feeding(queries, n, forest.first);
  printf("%d\n", vote(&forest, x, out, n));
  chosen(forest.trees, num_trees, queries, n);
  numbers(roots, 3, x, sums, n);
  starting(queries, out, n, forest.first);
  for (i = 0; i < n; ++i)
    printf("%a %d %d %d %ld\n", queries[i].best, queries[i].hits,
           queries[i].tree, out[i], sums[i]);
  for (i = 0; i < num_trees; ++i)
    release(forest.trees[i]);
  release(forest.first);
  free(forest.trees);
  free(queries);
  free(x);
  free(out);
  free(sums);
  return 0;
}
