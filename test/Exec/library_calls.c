/* The C library's functions and macros, where C names them otherwise.

   RUN: %serial -std=gnu11 -x c %s -x none -o %t.serial -lm
   RUN: regtt-cc -std=gnu11 -O1 --target=cpu %s -o %t.parallel -lm 2> %t.log
   RUN: %same %t.serial %t.parallel autoropes,static_ropes 200
   RUN: FileCheck %s --input-file=%t.log
   CHECK: 'sinf' is not correctly rounded
   CHECK-NOT: correctly
*/
#include "../Inputs/numbers.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct Node {
  double x;
  float y;
  int k;
  struct Node *left, *right;
};

typedef struct Query {
  double at, sum;
  float low;
  bool odd;
  int class, new;
} Query;

#pragma regtt traversal
static void visit(Query *restrict this, const struct Node *const n) {
  if (!n)
    return;
  const float template = sqrtf(n->y) + fabsf(n->y - 1) + fminf(n->y, 0.5f);
  double u = floor(n->x * 10) + ceil(n->x) - fmod(n->x, 0.3) + round(n->x);
  if (isnan(n->x) || !isfinite(u) || u > HUGE_VAL)
    return;
  u += abs(n->k - 3) + (n->x == INFINITY) + copysign(2, n->x - 0.5);
  this->sum +=
      sqrt(u) * template + fmax(n->x, this->at) + (double)sinf(0 * n->y);
  this->low = fminf(this->low, template);
  this->odd ^= signbit(n->x - 0.5) != 0;
  this->class += (int)sizeof(struct Node) / 16 + 'a' % 7;
  this->new += (_Bool)n->k ? 1 : 2;
  visit(this, n->left);
  visit(this, n->right);
}

static struct Node *build(int count) {
  if (count <= 0)
    return NULL;
  struct Node *n = malloc(sizeof *n);
  n->x = nextFraction();
  n->y = (float)nextFraction();
  n->k = nextNumber() % 7;
  if (n->k == 6)
    n->x = NAN;
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

static void destroy(struct Node *n) {
  if (!n)
    return;
  destroy(n->left);
  destroy(n->right);
  free(n);
}

int main(int argc, char **argv) {
  struct Node *root = build(argc > 1 ? atoi(argv[1]) : 50);
  Query queries[30] = {{0}};
#pragma regtt parallel
  for (int i = 0; i < 30; ++i)
    visit(&queries[i], root);
  for (int i = 0; i < 30; ++i)
    printf("%a %a %d %d %d\n", queries[i].sum, queries[i].low, queries[i].odd,
           queries[i].class, queries[i].new);
  destroy(root);
  return 0;
}
