// What a traversal has: recursion, one node, one query.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
// expected-error@+1 {{'once' is not a recursive traversal: it does not call itself [RTT2001]}}
static void once(Query *q, Node *n) {
  if (n)
    q->count++;
}

#pragma regtt traversal
// expected-error@+1 {{the node parameter of 'pairs' cannot be inferred; add 'node(a)' to the pragma [RTT2002]}}
static void pairs(Query *q, Node *a, Node *b) {
  if (!a || !b)
    return;
  q->count++;
  pairs(q, a->left, b->left);
}

// Inferred from what changes; of no use where nothing does.
#pragma regtt traversal
// expected-error@+1 {{no parameter of 'same' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void same(Query *q, Node *n) { same(q, n); }

#pragma regtt traversal
// expected-error@+1 {{'noQuery' has no query: the loop passes nothing of an iteration's own that is handed on unchanged [RTT2003]}}
static void noQuery(Node *n, float x) {
  if (!n || n->x > x)
    return;
  noQuery(n->left, x);
}

#pragma regtt traversal node(n)
// expected-error@+1 {{'q' is handed another query in the recursive call [RTT2020]}}
static void swap(Query *q, Node *n, Query *other) {
  if (!n)
    return;
  swap(other, n->left, other);
}

#pragma regtt traversal
// expected-error@+1 {{argument 'path' has type 'char *', which a rope cannot carry [RTT2022]}}
static void carries(Query *q, Node *n, const char *path) {
  if (!n)
    return;
  q->count++;
  carries(q, n->left, q->count > 3 ? path + 1 : "elsewhere");
}

#pragma regtt traversal
static void sums(Query *q, Node *n, float &sum) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to 'sum', which the queries share [RTT2006]}}
  sum += n->x;
  sums(q, n->left, sum);
}

#pragma regtt traversal
static void extent(Query *q, Node *n, const float *weights) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'weights' cannot be inferred; add 'copyin(weights[0:COUNT])' to '#pragma regtt parallel' [RTT2015]}}
  q->best += weights[n->leaf];
  extent(q, n->left, weights);
}

// `node` decides where the inference cannot; const references are values.
#pragma regtt traversal node(n)
static void accepted(Query *q, Node *n, const float &x, Node *shared) {
  if (!n || n->x > x || shared->x > x)
    return;
  q->count++;
  accepted(q, n->left, x, shared);
  accepted(q, n->right, x * 0.5f, shared);
}

// A struct that each call fills in for the next one is beside the node; by a
// reference it is a value, by a pointer it is none.
struct Box {
  float low, high;
};
static Box lower(const Box &box) { return {box.low, box.high * 0.5f}; }

#pragma regtt traversal
// expected-error@+1 {{'box' is handed another query in the recursive call [RTT2020]}}
static void byPointer(Query *q, const Box *box, Node *n) {
  if (!n || n->x > box->high)
    return;
  q->count++;
  const Box half = lower(*box);
  byPointer(q, &half, n->left);
}
#pragma regtt traversal
static void byReference(Query *q, const Box &box, Node *n) {
  if (!n || n->x > box.high)
    return;
  q->count++;
  const Box half = lower(box);
  byReference(q, half, n->left);
}

void run(Query *queries, Node *root, float *weights, float sum) {
  const Box whole = {0, 1};
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    byPointer(&queries[i], &whole, root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    byReference(&queries[i], whole, root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    once(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    pairs(&queries[i], root, root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    same(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    noQuery(root, 1);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    swap(&queries[i], root, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    carries(&queries[i], root, "");
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    sums(&queries[i], root, sum);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    extent(&queries[i], root, weights);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root, 1, root);
}
