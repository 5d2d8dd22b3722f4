// A pragma belongs to what follows it at once.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

// expected-error@+1 {{'#pragma regtt traversal' must be followed by a function [RTT1005]}}
#pragma regtt traversal
int notAFunction;

// expected-error@+1 {{'#pragma regtt parallel' must be followed by a for or a while loop [RTT1006]}}
#pragma regtt parallel
#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
  int i = 0;
// expected-error@+1 {{'#pragma regtt parallel' must be followed by a for or a while loop [RTT1006]}}
#pragma regtt parallel
  do
    visit(&queries[i++], root);
  while (i < 10);

// expected-error@+1 {{'#pragma regtt parallel' must be followed by a for or a while loop [RTT1006]}}
#pragma regtt parallel
  int last = 10;
  for (int k = 0; k < last; ++k)
    visit(&queries[k], root);

  Query all[10];
#pragma regtt parallel
  for (Query &q : all)
    visit(&q, root);

#pragma regtt parallel
  // A comment in between is none of it.

  for (int k = 0; k < last; ++k)
    visit(&queries[k], root);
// expected-error@+1 {{'#pragma regtt traversal' must be followed by a function [RTT1005]}}
#pragma regtt traversal
  return;
// expected-error@+1 {{'#pragma regtt parallel' must be followed by a for or a while loop [RTT1006]}}
#pragma regtt parallel
}
