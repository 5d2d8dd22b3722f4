// Work after a call goes on at a resume point, as long as a rope can carry what
// it needs.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

struct Pair {
  float a, b;
};
static Pair both(const Query *q, const Node *n) { return {q->best, n->x}; }
static bool closer(const Query *q, const Node *n) { return n->x < q->best; }
static bool nearer(float d, float best) { return d < best; }
static const float table[4] = {1, 2, 3, 4};

// The binding is a copy, which a rope carries.
#pragma regtt traversal
static void bindings(Query *q, Node *n) {
  if (!n)
    return;
  const auto [a, b] = both(q, n);
  bindings(q, n->left);
  q->best = a + b;
}

#pragma regtt traversal
static void moved(Query *q, Node *n) {
  if (!n)
    return;
  float values[2] = {n->x, n->split};
  int i = 0;
  // expected-error@+1 {{'value' is bound to what changes before it is used after a recursive call; a rope cannot carry it [RTT2048]}}
  float *value = &values[i];
  i = 1;
  moved(q, n->left);
  // expected-note@+1 {{what follows a recursive call goes on here}}
  q->best = *value + i;
}

#pragma regtt traversal
static void accepted(Query *q, Node *n, float r) {
  if (!n)
    return;
  if (n->leaf) {
    accepted(q, n->right, r);
    accepted(q, n->left, r);
    return;
  }
  const auto [a, b] = Pair{n->x, r};
  float values[2] = {n->x, n->split};
  int i = 1;
  float *value = &values[i];
  q->best -= n->x;
  float d = n->split;
  float &twice = d;
  const float *x = &n->x;
  float &best = q->best;
  accepted(q, n->left, r);
  twice += 1;
  d *= 2;
  if (nearer(d, q->best) && *x > q->best)
    accepted(q, n->right, q->best);
  if (closer(q, n))
    accepted(q, n->right, r + a);
  best += b + *value + table[i];
  if (q->best < 0)
    return;
  accepted(q, n->left, best);
  while (q->count > 3) {
    --q->count;
    accepted(q, n->right, d);
  }
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    bindings(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    moved(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root, 1);
}
