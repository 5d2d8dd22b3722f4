// What an iteration has of its own is not converted on the way, and is read
// before the traversals run only if they do not write it.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

struct Derived : Query {
  int more;
};
union Either {
  float x;
  int i;
};

#pragma regtt traversal
static void visit(const Node *n, float x, Query *q, int *hits) {
  if (!n || n->x < x + q->x)
    return;
  ++*hits;
  visit(n->left, x, q, hits);
  visit(n->right, x, q, hits);
}

#pragma regtt traversal
static void next(const Node *n, int *hits) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to 'hits', which the queries share [RTT2006]}}
  hits[1]++;
  // expected-error@+1 {{the traversal writes to 'hits', which the queries share [RTT2006]}}
  *(hits + 1) = 2;
  hits[0]++;
  next(n->left, hits);
}

void refused(const Node *root, float *x, Query *q, std::vector<bool> &flags,
             int *hits, int n) {
  // The library's function is called, which is no part of the call.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+3 {{'flags' is written before the call}}
    // expected-error@+2 {{the statement of the call in the loop's body is not taken: it calls 'std::vector::operator[]', which may have an effect; assign what that returns to a variable of the body first}}
    // expected-note@+1 {{read here}}
    visit(root, flags[i] ? 1 : x[i], &q[i], &hits[i]);
#pragma regtt parallel copyin(hits[0:n + 1])
  for (int i = 0; i < n; ++i)
    next(root, &hits[i]);
}

void accepted(const Node *root, float *x, double *wide, Query *q, Derived *d,
              int *hits, int **rows, std::vector<Query> &queries,
              std::vector<bool> &flags, Either *either, int n, int k) {
  // The number that is counted up might be the union's other member: that is
  // looked at when the loop runs.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, i % 2 ? either[i].x : x[i], &q[i], &hits[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const bool isWide = flags[i];
    visit(root, isWide ? wide[i] : x[i], &q[i], &hits[i]);
  }
  // A base may lie elsewhere in the object.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, x[i], &d[i], &hits[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, wide[i], &q[i], &hits[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, d[i].x, &q[i], &hits[k * i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, x[i], &q[i], &hits[i + 1]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, q[i].x, &q[i], &hits[2 * i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(root, queries[i].x, &queries[i], rows[i]);
}
