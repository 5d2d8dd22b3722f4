// The body is declarations and computations of its own, calls of annotated
// traversals, and what is done with their results; the message names the
// statement that is not taken.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <cstdio>
#include <map>
#include <vector>

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void within(const Query &q, Node *n, float x, int *hits) {
  if (!n || n->x > x)
    return;
  ++*hits;
  within(q, n->left, x, hits);
  within(q, n->right, x, hits);
}

// expected-note@+1 {{declared here}}
static void plain(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  plain(q, n->left);
}

float draw();
static int calls;
static float counted(float x) {
  ++calls;
  return x;
}
static float twice(float x) { return 2 * x; }

void refused(Query *queries, Node *root, int *hits, float *x, int n,
             std::map<int, float> &map) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+3 {{an if in the loop's body is not taken: its condition has an effect;}}
    // expected-error@+2 {{'calls' is written before the call}}
    // expected-note@+1 {{here}}
    if (++calls > 3)
      visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{an if in the loop's body is not taken: its condition declares a variable;}}
    if (const float radius = x[i])
      within(queries[i], root, radius, &hits[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      // expected-note@+1 {{here}}
      visit(&queries[i], root);
    else
      // expected-error@+1 {{the calls of an iteration hand over different objects for 'q', or one that changes between them; have a loop for each [RTT1123]}}
      visit(&queries[n - i], root);
  // All that is wrong with a body is said at once.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    float a = x[i], last = twice(a);
    // expected-error@+2 {{an if in the loop's body is not taken: it goes on to the next iteration}}
    // expected-note@+3 {{here}}
    if (a > x[i]) {
      if (a > 2 * x[i])
        continue;
      a = 3;
    }
    // expected-error@+1 {{an assignment in the loop's body is not taken: it changes the loop's variable}}
    i += 2;
    // expected-error@+1 {{the loop leaves early or jumps [RTT1109]}}
    if (last > 3) break;
    within(queries[i], root, last, &hits[i]);
    // expected-error@+1 {{an increment in the loop's body is not taken: it changes the loop's variable}}
    ++i;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{a declaration in the loop's body is not taken: it is not known what it writes; the body is declarations, computations and assignments, calls of annotated traversals, and what is done with their results [RTT1103]}}
    float a = draw();
    within(queries[i], root, a, &hits[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{'last' is written before the call}}
    // expected-error@+1 {{a name that means another thing there is not taken}}
    static float last = x[i];
    // expected-error@+2 {{a name that means another thing there is not taken}}
    // expected-note@+1 {{read here}}
    within(queries[i], root, last, &hits[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{a declaration in the loop's body is not taken: no call of an annotated traversal follows;}}
    Query &q = queries[i];
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the loop calls 'plain', which is not annotated with '#pragma regtt traversal' [RTT1104]}}
    plain(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the loop leaves early or jumps [RTT1109]}}
    return;
}

void accepted(Query *queries, Node *root, int *hits, float *x, int n,
              const std::map<int, float> &map) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    {
      (visit(&queries[i], root));
    }
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query &q = queries[i];
    ;
    visit(&q, root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    if (twice(x[i]) > 3) {
      if (queries[i].count != 0)
        continue;
      visit(&queries[i], root);
    } else {
      calls += 2;
    }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Query q = queries[n - 1 - i];
    float a = map.at(i), b = twice(a);
    if (b > x[i])
      b = x[i];
    within(q, root, b, &hits[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    queries[i].count = 0;
    const float a = counted(x[i]);
    ++calls;
    std::printf("%f\n", a);
    visit(&queries[i], root);
  }
}
