// Calls that cannot be followed, and what keeps them from it.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <cstdio>

// expected-note@+1 {{declared here}}
float elsewhere(float x);
float (*chosen)(float);

struct Metric {
  float scale;
  virtual float virtually(float x) const { return x; }
  float plainly(float x) const { return x * scale; }
  float operator()(float x) const { return x; }
};

struct Named {
  const char *name;
  float a;
};
static Named named(float x) { return {"", x}; }
static float first(const Named &pair) { return pair.a; }
static int factorial(int n) {
  // expected-error@+1 {{recursion through 'factorial' is not carried by this version [RTT2023]}}
  return n < 2 ? 1 : n * factorial(n - 1);
}

static void visit(Query *q, Node *n, const Metric &metric);
// Taken: recursion through a helper.
static void again(Query *q, Node *n, const Metric &m) { visit(q, n, m); }

#pragma regtt traversal
static void visit(Query *q, Node *n, const Metric &metric) {
  if (!n)
    return;
  // expected-error@+1 {{'elsewhere' is called, but its body is not visible [RTT2007]}}
  q->best += elsewhere(n->x);
  // expected-error@+1 {{a call through a pointer is not taken inside a traversal [RTT2004]}}
  q->best += chosen(n->x);
  // expected-error@+1 {{call of 'Metric::virtually' is not taken inside a traversal: it is virtual, and its object is not the node [RTT2008]}}
  q->best += metric.virtually(n->x);
  // Taken: operators.
  q->best += metric(n->x);
  // expected-error@+1 {{call of 'printf' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  printf("%d", q->count);
  // Taken: what returns a struct.
  named(n->x);
  // Taken: a struct whose pointers are only set.
  q->best += first(Named{nullptr, 2});

  again(q, n->left, metric);
  q->best += metric.plainly(n->x);
  visit(q, n->left, metric);
  visit(q, n->right, metric);
}

#pragma regtt traversal
static void recursion(Query *q, Node *n) {
  if (!n)
    return;
  q->count += factorial(n->leaf);
  recursion(q, n->left);
}

// Taken: an object that is not written is an argument as any other.
class Walker {
public:
#pragma regtt traversal
  void walk(Query *q, Node *n, Walker *other) {
    if (!n)
      return;
    q->count++;
    other->walk(q, n->left, other);
    this->walk(q, n->right, other);
  }
};

// Declared here, defined in another file.
#pragma regtt traversal
void external(Query *q, Node *n); // expected-note {{declared here}}

void run(Query *queries, Node *root, const Metric &metric, Walker &walker) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, metric);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    recursion(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    walker.walk(&queries[i], root, &walker);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{'external' is called, but its body is not visible [RTT2007]}}
    external(&queries[i], root);
}
