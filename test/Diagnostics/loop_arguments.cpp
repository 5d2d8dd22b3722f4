// The root and the other arguments are evaluated once, so they may not depend
// on the iteration, have an effect, or read what the traversal writes.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

struct Config {
  float radius;
  int count;
};

#pragma regtt traversal
static void visit(Query *q, Node *n, float radius, const Config &config) {
  if (!n || n->x > radius + config.radius)
    return;
  q->count++; // expected-note {{written here}}
  visit(q, n->left, radius, config);
  visit(q, n->right, radius * 0.5f, config);
}

Node *makeTree();
int next();

void refused(Query *queries, Node **roots, Config *configs, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{the tree's root 'makeTree()' depends on the iteration or has an effect [RTT1106]}}
    visit(&queries[i], makeTree(), 1, configs[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{the extent of 'roots' cannot be inferred; add 'copyin(roots[0:COUNT])' to '#pragma regtt parallel' [RTT2015]}}
    visit(&queries[i], roots[i], 1, configs[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{argument 'radius' of the first call depends on the iteration or has an effect [RTT1107]}}
    visit(&queries[i], root, next(), configs[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{argument 'radius' of the first call depends on the iteration or has an effect [RTT1107]}}
    visit(&queries[i], root, next() + i, configs[0]);
  // Iterations before it have changed it.
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{argument 'radius' of the first call depends on the iteration or has an effect [RTT1107]}}
    visit(&queries[i], root, queries[0].count, configs[0]);
}

void accepted(Query *queries, Node **roots, Config *configs) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], roots[2], queries[0].x, configs[1]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], roots[2], i, configs[1]);
}
