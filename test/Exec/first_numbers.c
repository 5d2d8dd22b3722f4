/* Nodes that are numbers, whose arrays begin at a first number: leaves have
   numbers below and no elements, `left[node - n]`; numbers from 1 on, `[i - 1]`;
   the first number a global, a member of what all share, a constant; through
   locals and functions; leaves that do something, leaves with arrays of their
   own, leaves that are null. Arrays behind plain pointers, of types that
   iterations write.

     first_numbers LEAVES QUERIES

   RUN: %serial -std=c99 -x c %s -x none -o %t.serial -lm
   RUN: regtt-cc -std=c99 -pedantic -Wall -Wextra -Werror -O1 --target=cpu %s -o %t.parallel -lm
   RUN: %same %t.serial %t.parallel autoropes "300 60" "1 7" "2 9" "0 5" "40 0"
   RUN: env REGTT_TARGET=cpu not --crash %t.parallel 20 3 broken 2>&1 | FileCheck %s
   CHECK: error: a visit needs the data or the children of a node whose number is outside of the array of nodes
   RUN: env REGTT_TARGET=cpu not %t.parallel 20 3 overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
   OVERLAP: error: count_above: an iteration writes 'right[node]', which is read through a node

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc -std=c99 %s --emit=header -o %t.d/first_numbers.regtt.h
   RUN: regtt-cc -std=c99 %s --emit=cuda -o %t.d/first_numbers.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/first_numbers.regtt.cu -o %t.o
*/
#include <stdio.h>
#include <stdlib.h>

static int n; /* leaves */
static int *left, *right, *size;
static double *height;

struct cut {
  double threshold, within;
  int clusters, singles, last;
};

/* Leaves count. */
#pragma regtt traversal
static void cut_tree(int node, struct cut *c) {
  c->last = (c->last * 31 + node) % 100003;
  if (node < n) {
    c->clusters++;
    c->singles++;
    return;
  }
  if (height[node - n] <= c->threshold) {
    c->clusters++;
    c->within += height[node - n] + size[node - n];
    return;
  }
  cut_tree(left[node - n], c);
  cut_tree(right[node - n], c);
}

/* Leaves are none. */
#pragma regtt traversal
static int count_above(int node, double t) {
  if (node < n || height[node - n] <= t)
    return 1;
  return count_above(left[node - n], t) + count_above(right[node - n], t);
}

typedef struct {
  size_t leaves;
  const unsigned *first, *second;
  const float *at;    /* of leaves and all others */
  const long *weight; /* of leaves */
} Tree;

static unsigned first_of(const Tree *t, unsigned i) {
  return t->first[i - t->leaves];
}

/* The first number is a member; locals; leaves have arrays of their own. */
#pragma regtt traversal
static void nearest(const Tree *t, unsigned i, float at, long *best) {
  const size_t k = i - t->leaves;
  unsigned a, b;
  if (i < t->leaves) {
    if (t->at[i] > at)
      *best += t->weight[i];
    return;
  }
  a = first_of(t, i);
  b = t->second[k];
  if (t->at[a] < t->at[b] + at) {
    const unsigned c = a;
    a = b;
    b = c;
  }
  nearest(t, a, at, best);
  if (*best % 7 != 3)
    nearest(t, b, at, best);
}

struct cell {
  int key, low, high; /* 0: none */
};
static struct cell *cells;

/* From 1 on. */
#pragma regtt traversal
static int find(int i, int key, int depth) {
  if (i == 0)
    return -1;
  const struct cell *c = &cells[i - 1];
  if (c->key == key)
    return depth * 1000 + i;
  return find(key < c->key ? c->low : c->high, key, depth + 1);
}

static int build(int low, int high) {
  const int middle = (low + high) / 2;
  if (low >= high)
    return 0;
  cells[middle].key = 3 * middle;
  cells[middle].low = build(low, middle);
  cells[middle].high = build(middle + 1, high);
  return middle + 1;
}

int main(int argc, char **argv) {
  const int m = argc > 2 ? atoi(argv[2]) : 10;
  int i, merges, root;
  struct cut *cuts = calloc(m + 1, sizeof *cuts);
  int *counts = calloc(m + 1, sizeof *counts);
  int *found = calloc(m + 1, sizeof *found);
  long *bests = calloc(m + 1, sizeof *bests), *weight;
  unsigned *one, *two;
  float *at;
  Tree tree;

  n = argc > 1 ? atoi(argv[1]) : 20;
  merges = n > 1 ? n - 1 : 0;
  left = calloc(merges + 1, sizeof *left);
  right = calloc(merges + 1, sizeof *right);
  size = calloc(merges + 1, sizeof *size);
  height = calloc(merges + 1, sizeof *height);
  one = calloc(merges + 1, sizeof *one);
  two = calloc(merges + 1, sizeof *two);
  at = calloc(2 * n + 1, sizeof *at);
  weight = calloc(n + 1, sizeof *weight);
  cells = calloc(n + 1, sizeof *cells);
  for (i = 0; i < merges; ++i) {
    left[i] = 2 * i;
    right[i] = 2 * i + 1;
    one[i] = 2 * i + i % 2;
    two[i] = 2 * i + 1 - i % 2;
    size[i] = i * 5 % 13;
    height[i] = i + i % 3;
  }
  for (i = 0; i < 2 * n; ++i)
    at[i] = (float)(i * 11 % 17);
  for (i = 0; i < n; ++i)
    weight[i] = i % 19;
  if (argc > 3 && argv[3][0] == 'o')
    counts = right + 2;
  root = 2 * n - 2;
  for (i = 0; i < m; ++i)
    cuts[i].threshold = i * 1.5 - 2;

#pragma regtt parallel
  for (i = 0; i < m; ++i)
    cut_tree(root, &cuts[i]);
#pragma regtt parallel
  for (i = 0; i < m; ++i)
    counts[i] = count_above(2 * n - 2, i * 1.5 - 2);
  tree.leaves = n;
  tree.first = one;
  tree.second = two;
  tree.at = at;
  tree.weight = weight;
  if (n > 0) {
    const Tree *t = &tree;
#pragma regtt parallel copyin(t->at[0 : 2 * n], t->weight[0 : n],              \
                              t->first[0 : merges])
    for (i = 0; i < m; ++i)
      nearest(t, (unsigned)(2 * n - 2), (float)(i % 17), &bests[i]);
  }
  root = build(0, n);
  if (argc > 3 && argv[3][0] == 'b')
    cells[root - 1].low = 3 * n;
#pragma regtt parallel copyin(cells[0 : n])
  for (i = 0; i < m; ++i)
    found[i] = find(root, 2 * i, 0);
  for (i = 0; i < m; ++i)
    printf("%d: %g %d %d %d, %d, %ld, %d\n", i, cuts[i].within,
           cuts[i].clusters, cuts[i].singles, cuts[i].last, counts[i], bests[i],
           found[i]);
  return 0;
}
