/* Nodes that are numbers: which child comes first is chosen into a local, and
   whether it is there is asked of the local, by callers alone or by both sides.

     numbered_choices NODES QUERIES SEED

   RUN: %serial -std=c99 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=c99 -Wall -Wextra -Werror -O1 --target=cpu %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "2000 300 1" "1 20 2" "3 5 3" "900 0 4"
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 2>&1 | FileCheck %s
   CHECK-COUNT-2: verify=identical
   CHECK-NOT: verify=

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc -std=c99 %s --emit=header -o %t.d/numbered_choices.regtt.h
   RUN: regtt-cc -std=c99 %s --emit=cuda -o %t.d/numbered_choices.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/numbered_choices.regtt.cu -o %t.o
*/
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>

#define MOST 4096

typedef struct {
  float at, best;
  int last, count;
} Query;

typedef struct {
  float key;
  int left, right; /* -1: none */
} Node;

static Node nodes[MOST];
static Query queries[MOST];

static void meet(Query *q, int n, float d) {
  q->count++;
  if (d * d < q->best) {
    q->best = d * d;
    q->last = n;
  }
}

#pragma regtt traversal
static void callers(Query *q, int n) {
  const float d = q->at - nodes[n].key;
  int near = d < 0 ? nodes[n].left : nodes[n].right;
  int far = d < 0 ? nodes[n].right : nodes[n].left;
  meet(q, n, d);
  if (near != -1)
    callers(q, near);
  if (far != -1 && d * d < q->best)
    callers(q, far);
}

#pragma regtt traversal
static void both(Query *q, int n) {
  if (n < 0)
    return;
  const float d = q->at - nodes[n].key;
  int near = d < 0 ? nodes[n].left : nodes[n].right;
  int far = d < 0 ? nodes[n].right : nodes[n].left;
  meet(q, n, d);
  if (near >= 0)
    both(q, near);
  if (d * d >= q->best)
    return;
  if (!(far < 0))
    both(q, far);
}

static int build(int begin, int end, int *used) {
  if (begin >= end)
    return -1;
  const int middle = begin + (int)(nextNumber() % (unsigned)(end - begin));
  const int n = (*used)++;
  nodes[n].key = (float)middle;
  nodes[n].left = build(begin, middle, used);
  nodes[n].right = build(middle + 1, end, used);
  return n;
}

static void print(const char *name, int count) {
  for (int i = 0; i < count; ++i) {
    printf("%s %d %d %a\n", name, queries[i].last, queries[i].count,
           queries[i].best);
    queries[i].best = 1e9f;
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? atoi(argv[2]) : 10;
  int used = 0;
  numbersState = argc > 3 ? atoi(argv[3]) : 1;
  const int root = build(0, count, &used);
  for (int i = 0; i < numQueries; ++i) {
    queries[i].at = (float)nextFraction() * (float)count;
    queries[i].best = 1e9f;
  }
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    callers(&queries[i], root);
  print("callers", numQueries);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    both(&queries[i], root);
  print("both", numQueries);
  return 0;
}
