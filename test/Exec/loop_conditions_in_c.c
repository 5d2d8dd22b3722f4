/* Loops of a C program that make their call in some iterations only.

     loop_conditions_in_c NODES QUERIES SEED

   RUN: %serial -std=c89 -pedantic -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=c89 -pedantic -Wall -Wextra -Werror -O1 --target=cpu %s -o %t.parallel
   RUN: %same %t.serial %t.parallel static_ropes,autoropes "2000 300 1" "1 20 2" "0 5 3" "900 0 4"
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 40 2 2>&1 | FileCheck %s
   CHECK-COUNT-5: verify=identical
   CHECK-NOT: verify=

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc -std=c89 %s --emit=header -o %t.d/loop_conditions_in_c.regtt.h
   RUN: regtt-cc -std=c89 %s --emit=cuda -o %t.d/loop_conditions_in_c.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/loop_conditions_in_c.regtt.cu -o %t.o
*/
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>

#define MOST 4096

typedef struct Node {
  double at;
  struct Node *left, *right;
} Node;

typedef struct {
  double at, best;
  int visits, state;
} Query;

static Node nodes[MOST];
static Query queries[MOST];
static int numNodes;

#pragma regtt traversal
static void nearest(Query *q, const Node *n) {
  double d;
  if (!n)
    return;
  d = q->at - n->at;
  q->visits++;
  if (d * d < q->best)
    q->best = d * d;
  nearest(q, n->left);
  nearest(q, n->right);
}

#pragma regtt traversal
static void count(const Node *n, double from, double to, int *result) {
  if (n == NULL)
    return;
  if (from <= n->at && n->at < to)
    ++*result;
  count(n->left, from, to, result);
  count(n->right, from, to, result);
}

/* What the others do is compared with what calls use where the loop runs. */
static void someOf(Query *from, int n, const Node *root) {
  Query *q;
  int i;
#pragma regtt parallel
  for (q = from; q != from + n; ++q) {
    if ((int)(q - from) % 4 == 2)
      q->visits += 3;
    else
      nearest(q, root);
  }
#pragma regtt parallel
  for (i = n; i-- > 0;) {
    if (i % 4 == 1)
      from[i].visits += 3;
    else
      nearest(from + i, root);
  }
}

static Node *build(int begin, int end) {
  Node *n;
  int middle;
  if (begin >= end)
    return NULL;
  middle = begin + (int)(nextNumber() % (unsigned)(end - begin));
  n = &nodes[numNodes++];
  n->at = middle * 0.25;
  n->left = build(begin, middle);
  n->right = build(middle + 1, end);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? atoi(argv[2]) : 10;
  int i, done = 0, counts[MOST];
  Node *root;
  numbersState = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
  root = build(0, size);
  for (i = 0; i < numQueries; i++) {
    queries[i].at = nextFraction() * size / 4;
    queries[i].best = 1e30;
    queries[i].state = (int)(nextNumber() % 3);
    counts[i] = -1;
  }

#pragma regtt parallel
  for (i = 0; i < numQueries; i++) {
    if (queries[i].state == 0)
      continue;
    nearest(&queries[i], root);
  }
  printf("%d\n", i);

#pragma regtt parallel
  for (i = 0; i < numQueries; i++) {
    int state = queries[i].state;
    if (state != 1) {
      double width = queries[i].at / 8;
      int found = 0;
      if (state == 2) {
        count(root, queries[i].at - width, queries[i].at + width, &found);
        done += found;
        counts[i] = found * 2;
      } else
        counts[i] = found - 1;
    }
    queries[i].visits += state;
  }
  printf("%d\n", done);

#pragma regtt parallel
  for (i = 0; i < numQueries; i++)
    if (!(i & 1))
      nearest(&queries[i], root);

  someOf(queries, numQueries, root);

  for (i = 0; i < numQueries; i++)
    printf("%.17g %d %d\n", queries[i].best, queries[i].visits, counts[i]);
  return 0;
}
