// Counters whose arithmetic is not known, beside such that are taken.
// RUN: regtt-cc -std=c++11 --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void visitSlice(Node *n, int *sums) {
  if (!n)
    return;
  for (int k = 0; k < 4; ++k)
    // expected-note@+1 {{written here}}
    sums[k] += n->leaf;
  visitSlice(n->left, sums);
  visitSlice(n->right, sums);
}

struct Children {
  int leaf;
  Children *child[4];
};
#pragma regtt traversal
static void visitChildren(Query *q, const Children *n) {
  if (!n)
    return;
  q->count++;
  for (int k = -2; k < 4u; ++k) // none: -2 is large
    visitChildren(q, n->child[k + 2]);
}
#pragma regtt traversal
static void visitFour(Query *q, const Children *n) {
  if (!n)
    return;
  q->count++;
  for (int k = 0; k < 4u; ++k)
    visitFour(q, n->child[k]);
}

enum Color { Red, Green = 5, Blue };
static Color &operator++(Color &c) { return c = c == Red ? Green : Blue; }
struct Last {
  int n;
};
static bool operator<(int i, Last last) { return i < last.n; }
struct Length {
  int n;
  operator int() const { return n; }
};

void refused(Query *queries, Node *root, int n, Last last, __int128 large,
             long double precise, const Children *children) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitChildren(&queries[i], children);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{what such a variable counts}}
  for (bool b = false; b < true; b++)
    visit(&queries[b], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{a loop without a variable that it counts}}
  for (Color c = Red; c < Blue; ++c)
    visit(&queries[c], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{what such a variable counts}}
  for (__int128 i = 0; i < n; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (int i = 0; i < large; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (int i = 0; i < precise; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (int i = 0; i < last; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{a loop without a variable that it counts}}
  for (static int i = 0; i < n; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (Query *q = queries; q != queries + n; q += 2)
    visit(q, root);
#pragma regtt parallel
  // expected-error@+2 {{[RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (int i = n - 1; i < n; --i)
    visit(&queries[i], root);
}

// Inner loops, too: these go from 254 past 255 to 1.
void refusedInside(Query *queries, Node *root, int n, int *out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    for (unsigned char k = 254; k != 2; ++k)
      // expected-error@+1 {{'out[4 * i + k]' is written before the call, where the call of an earlier iteration, or what follows that, may use it; write it in a loop of its own [RTT1120]}}
      out[4 * i + k] = 0;
    visitSlice(root, &out[4 * i]);
  }
}

void accepted(Query *queries, Node *root, int n, Length length, double real,
              int *out, const Children *children) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitFour(&queries[i], children);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    for (unsigned char k = 0; k != 4; ++k)
      out[4 * i + k] = 0;
    visitSlice(root, &out[4 * i]);
  }
#pragma regtt parallel
  for (int c = Red; c < Blue; ++c)
    visit(&queries[c], root);
#pragma regtt parallel
  for (int i = 0; i < length; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < real; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i != n; i += 2)
    visit(&queries[i], root);
#pragma regtt parallel
  for (Query *q = queries; q < queries + n; q += 2)
    visit(q, root);
#pragma regtt parallel
  for (unsigned i = n - 1; i < n; --i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (short i = n; i-- > 0;)
    visit(&queries[i], root);
}
