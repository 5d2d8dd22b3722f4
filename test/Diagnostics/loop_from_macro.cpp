// A loop that a macro writes cannot be rewritten; one that uses macros can.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#define FOR_ALL(i, n) for (int i = 0; i < n; ++i)
#define COUNT 10
#define PASTE(a, b) a##b

void run(Query *queries, Node *root) {
#pragma regtt parallel
  // expected-error@+1 {{the loop or its pragma comes out of a macro and cannot be rewritten [RTT1108]}}
  FOR_ALL(i, COUNT)
  visit(&queries[i], root);

#pragma regtt parallel
  for (int i = 0; i < COUNT; ++i)
    visit(&queries[i], root);
}
