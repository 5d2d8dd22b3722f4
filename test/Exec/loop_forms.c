/* Loops and what an iteration has of its own, in C.
   RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
   RUN: regtt-cc -O1 --target=cpu -std=c89 -pedantic -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes 0 1 2 150
   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc %s --emit=header -o %t.d/loop_forms.regtt.h
   RUN: regtt-cc %s --emit=cuda -o %t.d/loop_forms.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/loop_forms.regtt.cu -o %t.o
 */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>

enum { K = 3, MOST = 1000 };

struct node {
  float x;
  int id;
  struct node *left, *right;
};
typedef struct {
  double y;
  float x;
  int count;
} query;

static struct node pool[MOST];
static int used;

static struct node *build(int count) {
  struct node *n;
  int part;
  if (count <= 0)
    return NULL;
  n = &pool[used];
  n->x = (float)nextFraction();
  n->id = used++;
  part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

static float px[MOST];
static int hits[MOST];
static double out[MOST][K];

#pragma regtt traversal
static void numbered(int i, const struct node *n) {
  if (!n || n->x * 2 < px[i])
    return;
  hits[i] += n->id == i ? 100 : 1;
  out[i][n->id % K] += n->x;
  numbered(i, n->left);
  numbered(i, n->right);
}

#pragma regtt traversal
static void handed(const struct node *n, float x, const query *q, int *count,
                   double *sums) {
  if (!n || n->x < x)
    return;
  (*count)++;
  count[0] += q->count;
  sums[n->id % K] += q->y;
  handed(n->left, x, q, count, sums);
  handed(n->right, x, q, count, sums);
}

#pragma regtt traversal
static void one(query *q, const struct node *n, float x) {
  if (!n || n->x < x)
    return;
  q->count += 3;
  one(q, n->left, x * 1.5f);
  one(q, n->right, x);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  struct node *root = build(n + 1);
  query *queries = (query *)malloc(sizeof(query) * (unsigned)(n + 1));
  double *sums = (double *)calloc((size_t)(K * n + 1), sizeof(double));
  query *q;
  int i, k;
  for (i = 0; i < n; ++i) {
    queries[i].x = (float)nextFraction();
    queries[i].y = nextFraction();
    queries[i].count = 0;
    px[i] = (float)nextFraction();
  }
#pragma regtt parallel
  for (i = n - 1; i >= 0; i--)
    numbered(i, root);
  printf("%d ", i);
#pragma regtt parallel
  for (i = 1; i < n; i += 4)
    handed(root, queries[i].x, &queries[i], &hits[i], sums + K * i);
  printf("%d ", i);
#pragma regtt parallel
  for (i = 0; i < n; ++i)
    handed(root, px[i], queries + i, hits + i, out[i]);
#pragma regtt parallel
  for (q = queries; q != queries + n; ++q)
    one(q, root, q->x);
  printf("%d\n", (int)(q - queries));
#pragma regtt parallel
  for (q = queries; q < queries + n; q += 2)
    one(q, root, 0.25f);
  for (i = 0; i < n; ++i) {
    printf("%d %d", hits[i], queries[i].count);
    for (k = 0; k < K; ++k)
      printf(" %.17g %.17g", out[i][k], sums[K * i + k]);
    printf("\n");
  }
  free(queries);
  free(sums);
  return 0;
}
