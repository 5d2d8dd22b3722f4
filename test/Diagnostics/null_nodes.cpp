// Null children are never visited, so arriving at one may do nothing.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void counts(Query *q, Node *n) {
  q->count++;
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (!n)
    return;
  counts(q, n->left);
  counts(q, n->right);
}

#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void countsNull(Query *q, Node *n) {
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (n == nullptr) {
    q->count++;
    return;
  }
  countsNull(q, n->left);
  countsNull(q, n->right);
}

#pragma regtt traversal
static void accepted(Query *q, Node *n) {
  float sum = 0;
  int i;
  if (nullptr != n && n->x > q->x) {
    for (i = 0; i < 3; ++i)
      sum += n->x;
    q->best += sum;
    accepted(q, n->left);
    accepted(q, n->right);
  }
}

// No null test at all: every inner node has both children.
#pragma regtt traversal
static void full(Query *q, Node *n) {
  q->count++;
  if (n->leaf)
    return;
  full(q, n->left);
  full(q, n->right);
}

// Either child is read in the node.
#pragma regtt traversal
static void chosen(Query *q, Node *n) {
  Node *near = q->x < 0 ? n->left : n->right;
  Node *far = q->x < 0 ? n->right : n->left;
  q->count++;
  if (near)
    chosen(q, near);
  if (far)
    chosen(q, far);
}

// Where the query is negative, nothing of the node is read.
#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void chosenAtTimes(Query *q, Node *n) {
  Node *near = q->x < 0 ? nullptr : n->right;
  q->count++; // expected-note {{the effect}}
  if (near)
    chosenAtTimes(q, near);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    counts(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    countsNull(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    full(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    chosen(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    chosenAtTimes(&queries[i], root);
}
