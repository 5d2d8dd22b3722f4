/* Structs that functions between the loop and the recursion fill with pointers, to
   memory of their own, to arrays of theirs, or to what they are handed, and hand to
   traversals and helpers by their address: one after the other, in a list, several
   of one type, and with one memory in two of them.

   RUN: %serial -std=gnu11 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "300 5" "1 1" "40 7" "0 3"
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 30 4 2>&1 | FileCheck %s
   CHECK-COUNT-4: verify=identical

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc %s --emit=header -o %t.d/pointer_fields.regtt.h
   RUN: regtt-cc %s --emit=cuda -o %t.d/pointer_fields.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/pointer_fields.regtt.cu -o %t.o
*/
#include <stdio.h>
#include <stdlib.h>

struct node {
  double x;
  int id;
  const struct node *left, *right;
};

struct search {
  double at;
  int k;
  double *dist;
  int *id;
  long visits;
};

static void put(struct search *s, int j, double d, int id) {
  s->dist[j] = d;
  s->id[j] = id;
}

static double worst(const struct search *s) { return s->dist[s->k - 1]; }

#pragma regtt traversal
static void nearest(const struct node *n, struct search *s) {
  if (!n)
    return;
  ++s->visits;
  const double d = n->x < s->at ? s->at - n->x : n->x - s->at;
  if (d < worst(s)) {
    int j = s->k - 1;
    for (; j > 0 && s->dist[j - 1] > d; --j)
      put(s, j, s->dist[j - 1], s->id[j - 1]);
    put(s, j, d, n->id);
  }
  nearest(s->at < n->x ? n->left : n->right, s);
  if (d < s->dist[s->k - 1])
    nearest(s->at < n->x ? n->right : n->left, s);
}

static double sum(const struct search *s) {
  double result = s->visits;
  for (int i = 0; i < s->k; i++)
    result += s->dist[i] * (s->id[i] + 1);
  return result;
}

static double inMemory(const struct node *root, double at, int k) {
  struct search s;
  s.at = at;
  s.k = k;
  s.visits = 0;
  s.dist = malloc(k * sizeof *s.dist);
  s.id = malloc(k * sizeof *s.id);
  for (int i = 0; i < k; i++)
    put(&s, i, 1e300, -1);
  nearest(root, &s);
  const double result = sum(&s);
  free(s.dist);
  free(s.id);
  return result;
}

static double inArrays(const struct node *root, double at, int k) {
  double dist[8];
  int id[8];
  struct search s = {at, k, dist, id, 3};
  for (int i = 0; i < k; i++) {
    dist[i] = 1e300;
    s.id[i] = -1;
  }
  nearest(root, &s);
  return sum(&s) + dist[0] + s.dist[0];
}

/* Nobody looks at ids here. */
#pragma regtt traversal
static void mix(const struct node *n, struct search *a, struct search *b,
                double *also) {
  if (!n)
    return;
  ++a->visits;
  b->visits += 2;
  a->dist[0] += n->x;
  b->dist[n->id % 2] *= 0.5;
  also[1] += b->dist[1] + a->dist[1];
  mix(n->left, a, b, also);
  mix(n->right, a, b, also);
}

static double several(const struct node *root, double at, int k) {
  double one[2] = {at, 1}, other[2] = {k, 2};
  struct search a = {at, k, one, 0, 0}, b = {at, k, other, 0, 0};
  mix(root, &a, &b, one);
  return one[0] + 3 * other[0] + one[1] + a.visits + b.visits;
}

static double shared(const struct node *root, double at, int k) {
  double *both = malloc(2 * sizeof *both);
  both[0] = at;
  both[1] = k;
  struct search a = {at, k, both, 0, 0}, b = {at, k, both, 0, 0};
  mix(root, &a, &b, both);
  const double result = both[0] + 3 * both[1] + a.visits + b.visits;
  free(both);
  return result;
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
  const struct node *root = make(0, 100);
  double(*sums)[4] = calloc(n + 1, sizeof *sums);

#pragma regtt parallel
  for (int i = 0; i < n; i++)
    sums[i][0] = inMemory(root, i * 0.7, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    sums[i][1] = inArrays(root, i * 0.9, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    sums[i][2] = several(root, i * 1.1, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    sums[i][3] = shared(root, i * 1.1, k);

  for (int i = 0; i < n; i++)
    printf("%.17g %.17g %.17g %.17g\n", sums[i][0], sums[i][1], sums[i][2],
           sums[i][3]);
  return 0;
}
