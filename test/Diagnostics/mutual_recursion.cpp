// Functions that recurse through each other in ways that are refused, each
// beside one that is taken; helpers that make recursive calls.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

// Calls whose order C++ leaves open, and that change what the others see.
static int openOrder(Query &q, const Node *n);
static int both(Query &q, const Node *n) {
  // expected-error@+1 {{what this expression reads may change in its recursive calls, in an order that C++ leaves open; assign their values to variables first [RTT2049]}}
  return openOrder(q, n->left) + openOrder(q, n->right);
}
#pragma regtt traversal
static int openOrder(Query &q, const Node *n) {
  if (!n)
    return 0;
  q.count++;
  return both(q, n);
}

// Taken: a value among other operands, and as a whole.
static int insideExpression(Query &q, const Node *n);
static int below(Query &q, const Node *n) {
  const int left = insideExpression(q, n->left);
  return left + insideExpression(q, n->right);
}
#pragma regtt traversal
static int insideExpression(Query &q, const Node *n) {
  if (!n)
    return 0;
  const int whole = below(q, n);
  if (whole > 4)
    return below(q, n);
  if (!below(q, n))
    q.count++;
  return whole + below(q, n);
}

// Taken: a return out of a loop, whether something follows it or not.
static void leavesLoop(Query &q, const Node *n);
static void loops(Query &q, const Node *n) {
  for (int k = 0; k < 3; ++k) {
    if (q.count > k)
      return;
    q.count++;
  }
  leavesLoop(q, n->left);
}
#pragma regtt traversal
static void leavesLoop(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->leaf) {
    loops(q, n);
    q.count++;
  } else {
    loops(q, n);
  }
}
static void takenLast(Query &q, const Node *n);
static void loopsLast(Query &q, const Node *n) {
  for (int k = 0; k < 3; ++k) {
    if (q.count > k)
      return;
    q.count++;
  }
  takenLast(q, n->left);
}
#pragma regtt traversal
static void takenLast(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->leaf)
    q.count--;
  else
    loopsLast(q, n);
}

// Types of what is returned.
static long other(Query &q, const Node *n);
#pragma regtt traversal
static int returnsInt(Query &q, const Node *n) {
  if (!n)
    return 0;
  return int(other(q, n->left));
}
// expected-error@+1 {{'returnsInt' and 'other' recurse through each other in a way that is not taken: they return different types [RTT2052]}}
static long other(Query &q, const Node *n) {
  if (!n)
    return 0;
  return returnsInt(q, n->left);
}

// A pointer that only one of them has; numbers are taken.
static void needsMore(Query &q, const Node *n, const float *weights);
static const float table[4] = {1, 2, 3, 4};
#pragma regtt traversal
static void hasLess(Query &q, const Node *n) {
  if (!n)
    return;
  needsMore(q, n->left, table);
}
// expected-error@+1 {{'hasLess' and 'needsMore' recurse through each other in a way that is not taken: the parameter 'weights' has no counterpart in 'hasLess' [RTT2052]}}
static void needsMore(Query &q, const Node *n, const float *weights) {
  if (!n)
    return;
  q.best += weights[n->leaf];
  hasLess(q, n->right);
}
static void takenMore(Query &q, const Node *n, float weight);
#pragma regtt traversal
static void takenLess(Query &q, const Node *n) {
  if (!n)
    return;
  takenMore(q, n->left, table[1]);
}
static void takenMore(Query &q, const Node *n, float weight) {
  if (!n)
    return;
  q.best += weight;
  takenLess(q, n->right);
}

// No step from one to the other.
static void noStep(Query &q, const Node *n);
// expected-error@+1 {{recursion through 'noStep' is not carried by this version [RTT2023]}}
static void back(Query &q, const Node *n) { noStep(q, n); }
#pragma regtt traversal
static void noStep(Query &q, const Node *n) {
  if (!n || q.count++ > 3)
    return;
  back(q, n);
  noStep(q, n->left);
}

// Taken: a clause that stands before both.
static void second(Query &q, const Node *n, const Node *marked);
#pragma regtt traversal node(n)
static void first(Query &q, const Node *n, const Node *marked) {
  if (!n)
    return;
  second(q, n->left, marked);
}
#pragma regtt traversal node(n)
static void second(Query &q, const Node *n, const Node *marked) {
  if (!n)
    return;
  q.count += n == marked;
  first(q, n->left, marked);
}

// Taken: a lambda on the second function's own.
static void withLambda(Query &q, const Node *n);
#pragma regtt traversal
static void enters(Query &q, const Node *n) {
  if (!n)
    return;
  const auto count = [&q] { q.count++; };
  count();
  withLambda(q, n->left);
}
static void withLambda(Query &q, const Node *m) {
  if (!m)
    return;
  const auto weight = [m] { return m->x; };
  q.best += weight();
  enters(q, m->right);
}

// Taken: a copy that a lambda with calls holds, of what changes, too.
#pragma regtt traversal
static void copies(Query &q, const Node *n) {
  if (!n)
    return;
  int changed = n->leaf, kept = n->leaf + 1;
  const auto down = [&q, changed](const Node *c) {
    q.count += changed;
    copies(q, c);
  };
  changed++;
  const auto taken = [&q, kept](const Node *c) {
    q.count += kept;
    copies(q, c);
  };
  taken(n->left);
  down(n->right);
  q.count += changed;
}

// Which of two pointers is the node.
static void twoB(Query &q, const Node *a, const Node *b);
#pragma regtt traversal
// expected-error@+1 {{the node parameter of 'twoA' cannot be inferred; add 'node(a)' to the pragma [RTT2002]}}
static void twoA(Query &q, const Node *a, const Node *b) {
  if (a && b)
    twoB(q, a->left, b->right);
}
static void twoB(Query &q, const Node *a, const Node *b) {
  q.count++;
  twoA(q, a->right, b->left);
}

// Taken: a member function and one that is none.
struct Walker {
  float scale;
#pragma regtt traversal
  void walk(Query &q, const Node *n);
};
static void freely(Walker &walker, Query &q, const Node *n);
void Walker::walk(Query &q, const Node *n) {
  if (!n)
    return;
  q.best += scale;
  freely(*this, q, n->left);
}
static void freely(Walker &walker, Query &q, const Node *n) {
  if (!n)
    return;
  walker.walk(q, n->right);
}

// Each has to leave null nodes alone.
static void counts(Query &q, const Node *n);
#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void tests(Query &q, const Node *n) {
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (!n)
    return;
  counts(q, n->left);
}
static void counts(Query &q, const Node *n) {
  q.count++;
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (!n)
    return;
  tests(q, n->right);
}
static void reads(Query &q, const Node *n);
#pragma regtt traversal
static void takenTests(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->left)
    reads(q, n->left);
}
static void reads(Query &q, const Node *n) {
  q.count++;
  q.best += n->x; // nobody hands it a null node
  takenTests(q, n->right);
}

void run(Query *queries, Node *root, int n, int *out, Walker walker) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = openOrder(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = insideExpression(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    leavesLoop(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenLast(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = returnsInt(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    hasLess(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenLess(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    noStep(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    first(queries[i], root, nullptr);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    enters(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    copies(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    twoA(queries[i], root, root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    walker.walk(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tests(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenTests(queries[i], root);
}
