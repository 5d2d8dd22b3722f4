/* Unions in C: packed nodes, vectors by names and by index, as values that are
 * handed on and change from call to call, literals, with and without names.
 *
 *   unions_in_c NODES QUERIES SEED
 *
 * RUN: gcc -std=c11 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -std=c11 -pedantic-errors -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes "200 60 1" "1 3 2" "2 5 3"
 */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>

typedef union {
  struct {
    float x, y;
  };
  float v[2];
} vec;
typedef struct {
  vec low;
  union {
    int count;
    float limit;
  };
  vec sides[2];
} box;
typedef union {
  double d;
  unsigned long w;
  unsigned char bytes[8];
} bits;
typedef struct node {
  int is_leaf;
  box area;
  union {
    struct {
      struct node *left, *right;
    } inner;
    struct {
      int first, count;
      double sum;
    } leaf;
  } u;
  double cut;
} node;
typedef struct {
  double x;
  bits state;
  vec at, sum;
  long count;
} query;

static float dot(vec a, vec b) { return a.x * b.v[0] + a.v[1] * b.y; }

#pragma regtt traversal
static void visit(query *q, const node *n, vec by, box around, int k) {
  vec d = {{n->area.low.x - q->at.x, n->area.low.v[k & 1] - q->at.y}};
  bits own = {.w = q->state.w + 3};
  q->state.bytes[k & 7] ^= own.bytes[1];
  if (dot(d, by) > around.limit + n->area.limit) {
    q->count++;
    return;
  }
  if (n->is_leaf) {
    q->count += n->u.leaf.count;
    q->state.d += n->u.leaf.sum;
    q->state.bytes[n->u.leaf.first & 1] ^= 3;
    return;
  }
  q->sum.v[k & 1] += dot(d, n->area.sides[k & 1]) + around.sides[0].x;
  if (q->x < n->cut)
    visit(q, n->u.inner.left, by, n->area, k + 1);
  if (q->x + 5 > n->cut)
    visit(q, n->u.inner.right, (vec){.v = {by.y, by.x}}, around, k + 2);
}

static float real(void) { return (float)nextFraction() * 100 - 50; }

static vec any(void) {
  vec result;
  result.x = real();
  result.y = real();
  return result;
}

static node *build(int low, int high) {
  node *n = calloc(1, sizeof *n);
  n->area.low = any();
  n->area.limit = real() * 50;
  n->area.sides[0] = any();
  n->area.sides[1] = any();
  if (high - low < 4) {
    n->is_leaf = 1;
    n->u.leaf.first = low;
    n->u.leaf.count = high - low;
    n->u.leaf.sum = real();
    return n;
  }
  n->cut = (low + high) / 2.0;
  n->u.inner.left = build(low, (low + high) / 2);
  n->u.inner.right = build((low + high) / 2, high);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 200;
  const int count = argc > 2 ? atoi(argv[2]) : 50;
  query *queries = calloc(count + 1, sizeof *queries);
  vec by = {{1, 2}};
  box around = {.count = 3};
  int i;
  const node *root;
  numbersState = argc > 3 ? strtoul(argv[3], 0, 10) : 1;
  root = build(0, size);
  around.sides[0] = any();
  around.sides[1] = by;
  for (i = 0; i < count; ++i) {
    queries[i].x = nextNumber() % (size + 1);
    queries[i].at = any();
  }
#pragma regtt parallel
  for (i = 0; i < count; ++i) {
    vec own = by;
    own.x += (float)i;
    visit(&queries[i], root, own, around, i);
  }
  for (i = 0; i < count; ++i)
    printf("%lx %a %a %ld\n", queries[i].state.w, queries[i].sum.x,
           queries[i].sum.y, queries[i].count);
  free(queries);
  return 0;
}
