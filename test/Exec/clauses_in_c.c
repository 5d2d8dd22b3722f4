/* The clauses private, firstprivate and reduction in C: a pointer to the
 * iteration's query, structs, arrays and enums that are set in each iteration,
 * copies of sums that the traversal is handed.
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas -std=gnu89 %s -o %t.serial -lm
 * RUN: regtt-cc -std=c89 -pedantic -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel -lm
 * RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "40 3" "300 4"
 * RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
 * CHECK-COUNT-3: verify=identical
 */
#include "../Inputs/numbers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum side { NONE, BELOW, ABOVE };
struct node {
  float x;
  struct node *left, *right;
};
struct query {
  float at;
  double best;
  int visits;
};

static struct node *build(int count) {
  struct node *n;
  int part;
  if (count <= 0)
    return 0;
  n = malloc(sizeof *n);
  n->x = (float)nextFraction();
  part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void closest(const struct node *n, struct query *q, const float *scale,
                    enum side *side, long *visits) {
  double d;
  if (!n)
    return;
  ++*visits;
  q->visits++;
  d = fabs(n->x - q->at) * scale[q->visits % 3];
  if (d < q->best) {
    q->best = d;
    *side = n->x < q->at ? BELOW : ABOVE;
  }
  closest(n->left, q, scale, side, visits);
  closest(n->right, q, scale, side, visits);
}

#pragma regtt traversal
static void span(const struct node *n, float from, float to, unsigned *count,
                 float *least, float *most) {
  if (!n)
    return;
  if (from <= n->x && n->x < to) {
    *count = *count + 1;
    if (*least > n->x)
      *least = n->x;
    *most = *most < n->x ? n->x : *most;
  }
  span(n->left, from, to, count, least, most);
  span(n->right, from, to, count, least, most);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  const struct node *root;
  struct query *queries = malloc((n + 1) * sizeof *queries), *q, own;
  double *out = malloc((n + 1) * sizeof *out), sum = 0;
  float scale[3] = {1, 1.5f, 0.75f}, from, to, least = 2, most = -1;
  enum side side;
  long visits = 0;
  unsigned count = 0;
  int above = 0, i, k;
  numbersState = argc > 2 ? strtoul(argv[2], 0, 10) : 1;
  root = build(n / 2 + 1);
  for (i = 0; i < n; ++i)
    queries[i].at = (float)nextFraction();

#pragma regtt parallel private(i, q, side) reduction(+ : visits, above, sum)    \
    firstprivate(scale)
  for (i = 0; i < n; ++i) {
    q = &queries[i];
    q->best = 1;
    q->visits = i % 2;
    side = NONE;
    closest(root, q, scale, &side, &visits);
    out[i] = q->best + side;
    sum += q->best;
    if (side == ABOVE)
      above++;
  }
  for (i = 0; i < n; ++i)
    printf("%.17g %.17g %d\n", out[i], queries[i].best, queries[i].visits);
  printf("%ld %d %.17g\n", visits, above, sum);

#pragma regtt parallel private(from, to, k) reduction(+ : count)                \
    reduction(min : least) reduction(max : most)
  for (i = n - 1; i >= 0; i -= 2) {
    from = queries[i].at;
    for (k = 0, to = from; k < 3; ++k)
      to += 0.0625f;
    span(root, from, to, &count, &least, &most);
    out[i] = to - from;
  }
  for (i = 0; i < n; ++i)
    printf("%.17g\n", out[i]);
  printf("%u %.17g %.17g\n", count, least, most);

#pragma regtt parallel private(own, side) firstprivate(scale) reduction(+ : visits)
  for (i = 0; i < n; i++) {
    if (i % 4 == 3) {
      visits += 100;
      continue;
    }
    scale[2] = 2 * queries[i].at;
    own.at = queries[i].at;
    own.best = 4;
    own.visits = 0;
    side = i % 3 ? NONE : BELOW;
    closest(root, &own, scale, &side, &visits);
    printf("%.17g %d %d %.17g\n", own.best, own.visits, (int)side, scale[2]);
  }
  printf("%ld\n", visits);
  return 0;
}
