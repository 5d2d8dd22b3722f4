// What is annotated but has no effect is said.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

// expected-warning@+1 {{traversal 'unused' is called from no '#pragma regtt parallel' loop and stays serial [RTT1010]}}
#pragma regtt traversal
void unused(Query *q, Node *n) {
  if (!n)
    return;
  unused(q, n->left);
}

#pragma regtt traversal
template <typename Q> void visit(Q *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

template <typename Q> void never(Q *queries, Node *root) {
#pragma regtt parallel
  // expected-warning@+1 {{the function holding this loop is never instantiated; the loop stays serial [RTT1011]}}
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}

template <typename Q> void once(Q *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}

void run(Query *queries, Node *root) { once(queries, root); }
