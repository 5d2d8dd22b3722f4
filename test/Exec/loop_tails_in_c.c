/* What follows the call, in C: values, structs and arrays of the body's own.
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas -std=gnu89 %s -o %t.serial -lm
 * RUN: regtt-cc -std=c89 -pedantic -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel -lm
 * RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "40 3" "300 4"
 * RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
 * CHECK-COUNT-4: verify=identical
 */
#include "../Inputs/numbers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  float x;
  struct node *left, *right;
};
struct hit {
  float distance;
  int level;
};
enum side { BELOW, ABOVE };
struct probe {
  float x;
  int visits, skipped;
};
static int limit = 12; /* of the type of what the loop writes */
static struct probe probes[400];
static int sizes[400];

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
static void closest(const struct node *n, float x, int level, struct hit *hit,
                    int *counts, enum side *side) {
  float d;
  if (!n)
    return;
  d = (float)fabs(n->x - x);
  counts[level % 3]++;
  if (d < hit->distance) {
    hit->distance = d;
    hit->level = level;
    *side = n->x < x ? BELOW : ABOVE;
  }
  closest(n->left, x, level + 1, hit, counts, side);
  closest(n->right, x, level + 1, hit, counts, side);
}

#pragma regtt traversal
static void visit(const struct node *n, struct probe *p) {
  if (!n || p->visits > limit)
    return;
  p->visits += n->x < p->x;
  visit(n->left, p);
  visit(n->right, p);
}

#pragma regtt traversal
static int size(const struct node *n, struct probe *p) {
  int below;
  if (!n || n->x < p->x / 4)
    return 0;
  p->visits++;
  below = size(n->left, p);
  return 1 + below + size(n->right, p);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  const struct node *root;
  float *x = malloc((n + 1) * sizeof *x);
  struct hit *hits = malloc((n + 1) * sizeof *hits);
  double sum = 0;
  int above = 0, i;
  numbersState = argc > 2 ? strtoul(argv[2], 0, 10) : 1;
  root = build(n / 2 + 1);
  for (i = 0; i < n; ++i)
    x[i] = (float)nextFraction();
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    struct hit hit = {2, -1};
    int counts[3] = {1, 0, 0};
    enum side side = BELOW;
    closest(root, x[i], 0, &hit, counts, &side);
    hits[i] = hit;
    sum += hit.distance * counts[1];
    if (side == BELOW)
      continue;
    above += counts[2];
  }
  printf("%d %.17g %d\n", i, sum, above);
  for (i = 0; i < n; ++i)
    printf("%.17g %d\n", hits[i].distance, hits[i].level);
#pragma regtt parallel
  for (i = 0; i < n; i += 3) {
    struct hit mine = hits[i];
    int counts[3];
    enum side side;
    counts[0] = counts[1] = counts[2] = i;
    side = ABOVE;
    mine.distance /= 2;
    closest(root, x[i], 0, &mine, counts, &side);
    printf("%d %.17g %d %d\n", i, mine.distance, counts[0] - counts[1], side);
  }
  {
    struct probe *p;
    for (i = 0; i < n; ++i)
      probes[i].x = x[i];
#pragma regtt parallel
    for (p = probes; p != probes + n; ++p) {
      if (p->x < 0.25f) {
        p->skipped += 3;
      } else {
        visit(root, p);
        (*p).skipped = p->visits;
      }
    }
#pragma regtt parallel
    for (i = 0; i < n; ++i) {
      sizes[i] = size(root, &probes[i]);
      above += sizes[i];
    }
    for (i = 0; i < n; ++i)
      printf("%d %d %d\n", probes[i].visits, probes[i].skipped, sizes[i]);
    printf("%d\n", above);
  }
  return 0;
}
