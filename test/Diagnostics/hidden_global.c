/* C has no way to say the global's name where a local one hides it. */
/* RUN: regtt-cc --verify-diagnostics %s */
#include "../Inputs/tree.h"

float radius, bound;

#pragma regtt traversal
static void visit(struct Query *q, struct Node *n) {
  if (!n || n->x > radius || n->x < bound)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

void refused(struct Query *queries, struct Node *root) {
  /* expected-error@+1 {{'radius' is not the name of that variable at the loop: another declaration hides it [RTT1112]}} */
  int i, radius = 3;
#pragma regtt parallel
  for (i = 0; i < radius; ++i)
    visit(&queries[i], root);
}

void accepted(struct Query *queries, struct Node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
