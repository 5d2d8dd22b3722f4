// Only the query may be changed, directly, through a reference or by a helper.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

int total;
struct Config {
  int used;
  float radius;
};

static void add(float &to, float x) { to += x; }
static float twice(const float &x) { return 2 * x; }

#pragma regtt traversal
static void visit(Query *q, Node *n, Config *config, float r, float s) {
  if (!n || n->x > config->radius)
    return;
  // expected-error@+1 {{the traversal writes to the tree: 'n->x' [RTT2005]}}
  n->x = 1;
  // expected-error@+1 {{the traversal writes to the tree: 'n->leaf' [RTT2005]}}
  n->leaf++;
  // expected-error@+1 {{the traversal writes to the tree: 'n->split' [RTT2005]}}
  add(n->split, 1);
  // expected-error@+1 {{the traversal writes to 'total', which the queries share [RTT2006]}}
  total++;
  // expected-error@+1 {{the traversal writes to 'config->used', which the queries share [RTT2006]}}
  config->used = 1;
  // A parameter of the visit's own.
  add(r, 1);

  add(q->best, r);
  add(s, n->x);
  q->best += twice(n->x) + s;
  visit(q, n->left, config, r, s);
  visit(q, n->right, config, r, s + 1);
}

void run(Query *queries, Node *root, Config *config) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, config, 1, 2);
}
