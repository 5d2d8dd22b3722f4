/* Memory that functions between the loop and the recursion take for themselves,
   by alloca, malloc and calloc, as much as is known when the loop runs; asked for
   null, filled by helpers, handed to traversals whole or for several parameters,
   and given back on each way out.

   RUN: %serial -std=gnu11 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "300 5" "1 1" "40 12" "0 3"
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 30 4 2>&1 | FileCheck %s
   CHECK-COUNT-3: verify=identical

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc %s --emit=header -o %t.d/scratch_arrays.regtt.h
   RUN: regtt-cc %s --emit=cuda -o %t.d/scratch_arrays.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/scratch_arrays.regtt.cu -o %t.o
*/
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  double x;
  int id;
  const struct node *left, *right;
};

static void put(double *dist, int *id, int at, double d, int n) {
  dist[at] = d;
  id[at] = n;
}

#pragma regtt traversal
static void search(const struct node *n, double at, int k, double *dist,
                   int *id, long *visits) {
  if (!n)
    return;
  ++visits[n->id % 3];
  const double d = n->x < at ? at - n->x : n->x - at;
  if (d < dist[k - 1]) {
    int j = k - 1;
    for (; j > 0 && dist[j - 1] > d; --j)
      put(dist, id, j, dist[j - 1], id[j - 1]);
    put(dist, id, j, d, n->id);
  }
  search(at < n->x ? n->left : n->right, at, k, dist, id, visits);
  if (d < dist[k - 1])
    search(at < n->x ? n->right : n->left, at, k, dist, id, visits);
}

static void fill(double *p, int n, double value) {
  for (int i = 0; i < n; i++)
    p[i] = value;
}

static double byAlloca(const struct node *root, double at, int k) {
  double *dist = (double *)alloca(sizeof(double) * (k + 1));
  int *id = alloca(k * sizeof *id);
  long visits[3] = {0};
  fill(dist, k + 1, 1e300);
  dist[k] = 0.5;
  search(root, at, k, dist, id, visits);
  double sum = dist[k] + visits[1];
  for (int i = 0; i < k && dist[i] < 1e299; i++)
    sum += dist[i] * (id[i] + 1);
  return sum;
}

/* As many as each iteration says; nothing where there is nothing to do. */
static int byMalloc(const struct node *root, double at, int k, double *out) {
  double *dist = malloc(k * sizeof *dist);
  int *id = calloc(sizeof(int), k);
  long *visits = (long *)calloc(3, sizeof(long));
  if (!dist || id == NULL)
    return -1;
  if (at < 2) {
    free(dist);
    free(id);
    free(visits);
    return 0;
  }
  fill(dist, k, 1e300);
  search(root, at, k, dist, id, visits);
  *out = 0;
  for (int i = 0; i < k && dist[i] < 1e299; i++)
    *out += dist[i] + id[i];
  const int all = (int)(visits[0] + 2 * visits[1] + 3 * visits[2]);
  if (dist)
    free(dist);
  free(id);
  free(visits);
  return all;
}

/* Two calls, one after the other, in the same memory. */
static double twice(const struct node *a, const struct node *b, double at,
                    int k) {
  double *dist = malloc(8 * k), sum = 0;
  int *id = malloc(sizeof(int) * k);
  long *visits = calloc(3, sizeof *visits);
  fill(dist, k, 100);
  search(a, at, k, dist, id, visits);
  search(b, at + 1, k, dist, id, visits);
  for (int i = 0; i < k && dist[i] < 100; i++)
    sum += dist[i] * id[i];
  free(dist);
  free(id);
  sum += visits[0];
  free(visits);
  return sum;
}

static struct node *make(int from, int to) {
  if (from >= to)
    return NULL;
  const int middle = (from + to) / 2;
  struct node *n = malloc(sizeof *n);
  n->x = middle * 1.5;
  n->id = middle;
  n->left = make(from, middle);
  n->right = make(middle + 1, to);
  return n;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 20, k = argc > 2 ? atoi(argv[2]) : 3;
  const struct node *root = make(0, 200), *other = make(50, 90);
  double *sums = calloc(n + 1, sizeof *sums), *outs = calloc(n + 1, sizeof *outs);
  int *all = calloc(n + 1, sizeof *all), *ks = calloc(n + 1, sizeof *ks);
  for (int i = 0; i < n; i++)
    ks[i] = 1 + i % (k + 3);

#pragma regtt parallel
  for (int i = 0; i < n; i++)
    sums[i] = byAlloca(root, i * 0.7, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    all[i] = byMalloc(root, i * 0.9, ks[i], &outs[i]);
  double total = 0;
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    total += twice(root, other, i * 1.1, k);

  for (int i = 0; i < n; i++)
    printf("%.17g %d %.17g\n", sums[i], all[i], outs[i]);
  printf("%.17g\n", total);
  return 0;
}
