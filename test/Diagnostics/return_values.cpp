// Values that traversals return: where they are kept, and the order of calls.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static int discarded(Query *q, const Node *n) {
  if (!n)
    return 0;
  return discarded(q, n->left) + discarded(q, n->right) + q->count;
}

#pragma regtt traversal
static int ordered(Query *q, const Node *n) {
  if (!n)
    return 0;
  q->count = q->count * 3 + 1;
  // expected-error@+1 {{what this expression reads may change in its recursive calls, in an order that C++ leaves open; assign their values to variables first [RTT2049]}}
  return ordered(q, n->left) + ordered(q, n->right);
}

#pragma regtt traversal
static int besides(Query *q, const Node *n) {
  if (!n)
    return 0;
  q->count++;
  // expected-error@+1 {{what this expression reads may change in its recursive calls, in an order that C++ leaves open; assign their values to variables first [RTT2049]}}
  int both = q->count + besides(q, n->left);
  return both;
}

#pragma regtt traversal
static int conditional(Query *q, const Node *n) {
  if (!n)
    return 0;
  // Taken: it comes ahead of what the expression is used for.
  int some = n->leaf ? 1 : conditional(q, n->left);
  return some + q->count;
}

#pragma regtt traversal
static int ofNull(Query *q, const Node *n, int best) {
  if (!n)
    // expected-error@+1 {{what is returned for a null node depends on more than constants and what all iterations share [RTT2051]}}
    return best;
  return q->x < n->x ? ofNull(q, n->left, best) : ofNull(q, n->right, n->leaf);
}

#pragma regtt traversal
static int accepted(Query *q, const Node *n) {
  if (!n)
    return -1;
  q->count = q->count * 3 + 1;
  int left = accepted(q, n->left);
  int right = accepted(q, n->right);
  q->best = left + right;
  return n->leaf ? q->count : accepted(q, n->left);
}

struct Pair {
  int a;
  const int *b;
};

#pragma regtt traversal
static Pair both(Query *q, const Node *n) {
  if (!n)
    return {0, 0};
  q->count++;
  return q->x < n->x ? both(q, n->left) : both(q, n->right);
}

void run(Query *queries, Node *root, int *out, double *wide, int **rows) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    discarded(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    wide[i] = discarded(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    rows[i][i] = discarded(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    out[i] += discarded(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    out[i] = ordered(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    out[i] = besides(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    out[i] = conditional(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    out[i] = ofNull(&queries[i], root, -1);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    out[i] = accepted(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // Taken: a struct whose pointer is only set.
    both(&queries[i], root);
}
