// Values of calls in an expression whose order C++ leaves open, and functions
// and variables that are not what they seem.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static int ordered(Query *q, const Node *n) {
  if (!n)
    return 0;
  q->count = q->count * 3 + 1;
  // expected-error@+1 {{what this expression reads may change in its recursive calls, in an order that C++ leaves open}}
  return ordered(q, n->left) + ordered(q, n->right);
}

#pragma regtt traversal
static int besides(Query *q, const Node *n) {
  if (!n)
    return 0;
  q->count++;
  // expected-error@+1 {{what this expression reads may change in its recursive calls}}
  return q->count + besides(q, n->left);
}

// Taken: nothing changes that the other call could see.
#pragma regtt traversal
static int apart(const Query *q, const Node *n) {
  if (!n)
    return 0;
  return (n->x < q->x) + apart(q, n->left) + apart(q, n->right);
}

#pragma regtt traversal
static int taken(Query *q, const Node *n) {
  if (!n)
    return 0;
  q->count = q->count * 3 + 1;
  const int left = taken(q, n->left);
  return left + taken(q, n->right);
}

// expected-note@+1 {{declared here}}
__attribute__((weak)) float weigh(float x) { return 2 * x; }
__attribute__((noinline)) static float plain(float x) { return 3 * x; }
static void triple(int *x) { *x *= 3; }

#pragma regtt traversal
static void weighed(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'weigh' is called, but}}
  q->best += weigh(n->x) + plain(n->x);
  weighed(q, n->left);
  weighed(q, n->right);
}

void run(Query *queries, const Node *root, const Node *other, int *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = ordered(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = besides(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = apart(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = taken(&queries[i], root);
  // Of a program, too.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{what this expression reads may change in its recursive calls}}
    out[i] = taken(&queries[i], root) + taken(&queries[i], other);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    weighed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{in the loop's body is not taken: the attribute 'cleanup'}}
    int count __attribute__((cleanup(triple))) = i;
    queries[i].count = count;
    taken(&queries[i], root);
  }
}
