/* Memory that a function between takes for itself is an array as long as nothing
   keeps its address, it is of whole elements, and its size is known when the loop
   runs.
   RUN: regtt-cc -std=gnu11 -w --verify-diagnostics %s
*/
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int x;
  struct node *left, *right;
};

#pragma regtt traversal
static void add(const struct node *n, int k, long *sums) {
  if (!n)
    return;
  sums[n->x % k] += n->x;
  add(n->left, k, sums);
  add(n->right, k, sums);
}

static long *keep;
static long kept(const struct node *root, int k) {
  /* expected-error@+1 {{a call in the loop's body is not taken: it is not known what it writes}} */
  long *sums = calloc(k, sizeof *sums);
  keep = sums;
  add(root, k, sums);
  return sums[0];
}

static long grown(const struct node *root, int k) {
  /* expected-error@+1 {{a call in the loop's body is not taken: it is not known what it writes}} */
  long *sums = calloc(k, sizeof *sums);
  sums = realloc(sums, 2 * k * sizeof *sums);
  add(root, k, sums);
  return sums[0];
}

static long parts(const struct node *root, int k) {
  /* expected-error@+1 {{a call in the loop's body is not taken: it is not known what it writes}} */
  long *sums = malloc(k * 12);
  for (int i = 0; i < k; i++)
    sums[i] = 0;
  add(root, k, sums);
  return sums[0];
}

/* The bytes may wrap around. */
static long wraps(const struct node *root, unsigned k) {
  /* expected-error@+1 {{a call in the loop's body is not taken: it is not known what it writes}} */
  long *sums = malloc(k * 8u);
  sums[0] = 0;
  add(root, 1, sums);
  return sums[0];
}

static long moved(const struct node *root, int k) {
  /* expected-error@+1 {{a call in the loop's body is not taken: it is not known what it writes}} */
  long *sums = calloc(k + 1, sizeof *sums);
  add(root, k, sums + 1);
  return sums[1];
}

/* How many, what visits find says. */
static long found(const struct node *root, int k) {
  long *sums = calloc(k, sizeof *sums);
  add(root, k, sums);
  /* expected-error@+1 {{the container 'more' is not taken: how many elements it has is not known before the calls are made [RTT2057]}} */
  long *more = calloc(sums[0], sizeof *more);
  more[0] = sums[k - 1];
  return more[0];
}

static long taken(const struct node *root, int k) {
  long *sums = alloca(2 * k * sizeof *sums), result;
  for (int i = 0; i < 2 * k; i++)
    sums[i] = i;
  add(root, k, sums);
  long *copy = malloc(sizeof(long));
  *copy = sums[0] + sums[2 * k - 1];
  result = *copy;
  free(copy);
  return result;
}

void all(const struct node *root, long *out, int n, int k) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = kept(root, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = grown(root, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = parts(root, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = wraps(root, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = moved(root, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = found(root, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = taken(root, k);
}
