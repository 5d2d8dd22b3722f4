// A clause that names what is not there says what would be.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

// expected-error@+1 {{clause 'node' names 'm', which is not a parameter of the traversal that points or refers to a struct, or the number of a node [RTT1008]}}
#pragma regtt traversal node(m)
static void unknownName(Query *q, Node *n, int m) {
  if (!n)
    return;
  unknownName(q, n->left, m);
}

// expected-error@+1 {{clause 'order' names 'sometimes', which is not 'any' or 'program' [RTT1008]}}
#pragma regtt traversal order(sometimes)
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unknownName(&queries[i], root, 1);

// expected-error@+1 {{clause 'reorder' names 'morton', which is not 'auto', 'none', 'inspect', 'curve', 'handover', 'history' or 'hybrid', the last five with a colon and a number from 1 to 32 or without [RTT1008]}}
#pragma regtt parallel reorder(morton)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'reorder' names 'inspect:33', which is not}}
#pragma regtt parallel reorder(inspect:33)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'reorder' names 'none:3', which is not}}
#pragma regtt parallel reorder(none:3)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// Near misses.
#pragma regtt parallel reorder(auto)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'target' names 'gpu', which is not 'auto', 'cuda', 'lanes', 'cpu' or 'serial' [RTT1008]}}
#pragma regtt parallel target(cpu, gpu)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
