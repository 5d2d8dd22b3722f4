// After a call only guarded calls may follow, and work that visits neither
// change nor are changed by.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

static bool closer(const Query *q, const Node *n) { return n->x < q->best; }
static bool nearer(float d, float best) { return d < best; }

#pragma regtt traversal
static void effect(Query *q, Node *n) {
  if (!n)
    return;
  // expected-note@+1 {{a recursive call before it is here}}
  effect(q, n->left);
  // expected-error@+1 {{work after a recursive call is not carried by this version; only guarded calls may follow [RTT2009]}}
  q->count++;
  effect(q, n->right);
}

#pragma regtt traversal
static void reads(Query *q, Node *n) {
  if (!n)
    return;
  q->best = n->x;
  // expected-note@+1 {{a recursive call before it is here}}
  reads(q, n->left);
  // expected-error@+1 {{work after a recursive call is not carried by this version; only guarded calls may follow [RTT2009]}}
  float d = q->best;
  if (d > n->split)
    reads(q, n->right);
}

#pragma regtt traversal
static void argument(Query *q, Node *n, float d) {
  if (!n)
    return;
  q->best = d;
  // expected-note@+1 {{a recursive call before it is here}}
  argument(q, n->left, q->best);
  // expected-error@+1 {{work after a recursive call is not carried by this version; only guarded calls may follow [RTT2009]}}
  argument(q, n->right, q->best);
}

// The second call would see the condition evaluated anew.
#pragma regtt traversal
static void twoGuarded(Query *q, Node *n) {
  if (!n)
    return;
  q->best -= n->x;
  // expected-note@+1 {{a recursive call before it is here}}
  twoGuarded(q, n->left);
  // expected-error@+1 {{work after a recursive call is not carried by this version; only guarded calls may follow [RTT2009]}}
  if (q->best > 0) {
    twoGuarded(q, n->left);
    twoGuarded(q, n->right);
  }
}

#pragma regtt traversal
static void leaves(Query *q, Node *n) {
  q->count++;
  for (int i = 0; i < 2; ++i) {
    // expected-error@+1 {{work after a recursive call is not carried by this version; only guarded calls may follow [RTT2009]}}
    if (q->count > 5)
      return;
    if (n->left)
      leaves(q, n->left);
  }
}

// A rope carries values, not the node or what leads to the query.
#pragma regtt traversal
static void operands(Query *q, Node *n) {
  if (!n)
    return;
  float &best = q->best;
  const float *x = &n->x;
  best -= n->x;
  operands(q, n->left);
  // expected-error@+1 {{this operand of a condition after a recursive call is not carried by this version; compute it before the first call [RTT2028]}}
  if (closer(q, n))
    operands(q, n->left);
  // expected-error@+1 {{this operand of a condition after a recursive call is not carried by this version; compute it before the first call [RTT2028]}}
  if (n->x < best)
    operands(q, n->right);
}

#pragma regtt traversal
static void accepted(Query *q, Node *n) {
  if (!n)
    return;
  if (n->leaf) {
    accepted(q, n->right);
    accepted(q, n->left);
    return;
  }
  q->best -= n->x; // no call has run on this path
  float d = n->split;
  const float *x = &n->x;
  accepted(q, n->left);
  d *= 2;
  if (nearer(d, q->best) && *x > q->best)
    accepted(q, n->right);
  if (q->best < 0)
    return;
  accepted(q, n->left);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    effect(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    reads(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    argument(&queries[i], root, 1);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    twoGuarded(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    leaves(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    operands(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root);
}
