/* C89: anonymous structs behind typedefs, an array of pointers to queries,
   loop variables that live on after the loop, enums, small integers, pointer
   parameters without const, a range query with early returns.

   RUN: %serial -std=c89 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=c89 -pedantic -Wall -Wextra -Werror -O1 --target=cpu %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "500 1 200" "1 2 3" "0 3 5" "100 4 0" "40 5 1"
*/
#include "../Inputs/numbers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum Kind { PLAIN, HEAVY, HIDDEN = -3 };

typedef struct {
  double lo, hi;
} Range;

typedef struct node {
  double key, weight;
  Range range;
  enum Kind kind;
  unsigned char level;
  struct node *less, *more;
} Node;

typedef struct {
  Range range;
  double sum;
  long visited;
  short deepest;
  unsigned char found[4];
} Query;

static double scale = 1.5;
static enum Kind skipped = HIDDEN;

static double weightOf(Node *n, double factor) {
  double w = n->weight;
  int i = 0;
  do {
    w *= 1.0 + factor * i;
    i++;
  } while (i < 3);
  return n->kind == HEAVY ? w * 2 : w;
}

#pragma regtt traversal
static void sumRange(Query *q, Node *n, int depth, double factor) {
  double w = 0;
  int i;
  if (n == NULL)
    return;
  q->visited++;
  if (depth > q->deepest)
    q->deepest = (short)depth;
  if (q->range.hi < n->range.lo || q->range.lo > n->range.hi)
    return;
  if (n->kind != skipped && n->key >= q->range.lo && n->key <= q->range.hi) {
    for (i = 0; i < 2; ++i)
      w += weightOf(n, factor) * scale;
    q->sum += w;
    q->found[n->level & 3]++;
  }
  sumRange(q, n->less, depth + 1, factor * 0.5);
  if (q->found[3] > 20)
    return;
  sumRange(q, n->more, depth + 1, factor * 0.25);
}

static Node *build(double *keys, int first, int last, int level) {
  int middle = first + (last - first) / 2;
  Node *n;
  if (first == last)
    return NULL;
  n = (Node *)calloc(1, sizeof *n);
  n->key = keys[middle];
  n->weight = nextFraction();
  n->range.lo = keys[first];
  n->range.hi = keys[last - 1];
  n->kind = nextNumber() % 5 == 0 ? HEAVY : nextNumber() % 7 ? PLAIN : HIDDEN;
  n->level = (unsigned char)level;
  n->less = build(keys, first, middle, level + 1);
  n->more = build(keys, middle + 1, last, level + 1);
  return n;
}

static void destroy(Node *n) {
  if (n == NULL)
    return;
  destroy(n->less);
  destroy(n->more);
  free(n);
}

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? atoi(argv[1]) : 100;
  int numQueries = argc > 3 ? atoi(argv[3]) : 10;
  double *keys = (double *)calloc(numNodes + 1, sizeof *keys);
  Query *storage = (Query *)calloc(numQueries + 1, sizeof *storage);
  Query **queries = (Query **)calloc(numQueries + 1, sizeof *queries);
  Node *root;
  int i, last;
  numbersState = argc > 2 ? (unsigned long)atol(argv[2]) : 1;
  for (i = 1; i <= numNodes; ++i)
    keys[i] = keys[i - 1] + nextFraction();
  root = build(keys, 0, numNodes, 0);
  for (i = 0; i < numQueries; ++i) {
    /* Neighbours in the array are not neighbours in memory. */
    queries[i] = &storage[(i * 7) % numQueries];
    if (numQueries % 7 == 0)
      queries[i] = &storage[i];
    queries[i]->range.lo = nextFraction() * keys[numNodes];
    queries[i]->range.hi = queries[i]->range.lo + nextFraction() * 9;
  }
#pragma regtt parallel
  for (i = 0; i < numQueries; i++)
    sumRange(queries[i], root, 1, 0.125);
  printf("%d\n", i);
  last = numQueries - 1;
#pragma regtt parallel
  for (i = 0; i <= last; ++i) {
    sumRange(*(queries + i), root, 2, scale);
  }
  printf("%d\n", i);
#pragma regtt parallel
  for (i = 0; i <= 0; ++i)
    sumRange(storage + i, root, 0, 1);
  printf("%d\n", i);
  for (i = 0; i != numQueries; ++i)
    printf("%.17g %ld %d %d %d\n", storage[i].sum, storage[i].visited,
           storage[i].deepest, storage[i].found[0], storage[i].found[3]);
  destroy(root);
  free(keys);
  free(storage);
  free(queries);
  return 0;
}
