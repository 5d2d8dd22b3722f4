// Roots that iterations choose, and a pointer to the query as a number.
// RUN: regtt-cc --target=cpu --verify-diagnostics %s
#include "../Inputs/tree.h"

struct Place {
  int count;
  float x;
  Place *self;
};

#pragma regtt traversal
static void visit(Place *q, Node *n) {
  if (!n)
    return;
  q->count += n->x < q->x;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void away(Place *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{query pointer 'q' is used for more than its fields [RTT2019]}}
  q->count += q - q->self;
  away(q, n->left);
  away(q, n->right);
}

void loops(Place *places, int n, Node *root, Node *(*forests)[8]) {
  Node *const *trees = forests[1];
#pragma regtt parallel copyin(trees[0:8])
  for (int i = 0; i < n; ++i) {
    visit(&places[i], root);
    visit(&places[i], trees[i % 5]); // one of an array
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&places[i], root);
    // expected-error@+1 {{'forests[i % 3][i % 5]' is neither one root for all iterations nor an element of an array of roots that all iterations share [RTT1125]}}
    visit(&places[i], forests[i % 3][i % 5]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    away(&places[i], root);
}
