/* Two functions that call each other over numbers that are computed, with work
   behind each call: what stands behind a return that always happens makes no
   calls, and says nothing of when those of the other function are made. The
   array ends with the last node.

   RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
   RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "40 7" "1 2" "0 3"
   RUN: regtt-cc --emit=cpu %s | FileCheck %s
   CHECK-LABEL: static void children(
   CHECK: if (!node.leaf)
   CHECK-NEXT: visit(0, 4 *
   CHECK-NEXT: if (!node.leaf)
   CHECK-NEXT: visit(1, 4 *
   CHECK-NEXT: if (!node.leaf)
   CHECK-NEXT: visit(2, 4 *
   CHECK-NEXT: if (!node.leaf)
   CHECK-NEXT: visit(3, 4 *
   CHECK-NEXT: }
*/
#include <stdio.h>
#include <stdlib.h>

struct Node {
  double at;
  int leaf;
};

struct Query {
  double x, sum;
  int key, visits;
};

static const int seven = 7;

static int turn(struct Query *q, const struct Node *nodes, int n);

#pragma regtt traversal
static int visit(struct Query *q, const struct Node *nodes, int n) {
  int found = 0;
  q->visits++;
  if (nodes[n].leaf) {
    q->sum += nodes[n].at;
    return 1;
  }
  found += turn(q, nodes, 4 * n + 1);
  q->sum = q->sum * 0.5 + found;
  if (seven != 22)
    return found;
  found += turn(q, nodes, 4 * n + 2);
  q->sum = q->sum * 0.5 + found;
  found += visit(q, nodes, 4 * n + 3);
  q->sum = q->sum * 0.5 - found;
  found += turn(q, nodes, 4 * n + 4);
  return found;
}

static int turn(struct Query *q, const struct Node *nodes, int n) {
  int found = 0;
  q->visits += 2;
  if (nodes[n].leaf) {
    q->sum -= nodes[n].at * q->x;
    return 2;
  }
  found += visit(q, nodes, 4 * n + 1);
  q->sum = q->sum * 0.5 + found;
  if (q->key % 3 == 1)
    return found;
  found += visit(q, nodes, 4 * n + 2);
  q->sum = q->sum * 0.25 - found;
  found += turn(q, nodes, 4 * n + 3);
  q->sum = q->sum * 0.5 + found;
  found += visit(q, nodes, 4 * n + 4);
  return found;
}

int main(int argc, char **argv) {
  const int inner = argc > 1 ? atoi(argv[1]) : 30;
  const int count = argc > 2 ? atoi(argv[2]) : 50;
  const int many = 4 * inner + 1;
  struct Node *nodes = malloc(many * sizeof *nodes);
  struct Query *queries = calloc(count, sizeof *queries);
  for (int i = 0; i < many; i++) {
    nodes[i].at = i * 7 % 30 / 4.0;
    nodes[i].leaf = 4 * i + 1 >= many;
  }
  for (int i = 0; i < count; i++) {
    queries[i].x = i % 13 / 8.0;
    queries[i].key = i;
  }
#pragma regtt parallel
  for (int i = 0; i < count; i++)
    visit(&queries[i], nodes, 0);
  for (int i = 0; i < count; i++)
    printf("%d %a\n", queries[i].visits, queries[i].sum);
  free(nodes);
  free(queries);
  return 0;
}
