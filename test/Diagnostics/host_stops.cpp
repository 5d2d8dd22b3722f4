// What the host compiler's preprocessor does not get through, though the parser
// does.
// RUN: regtt-cc --verify-diagnostics %s
// expected-error-re@1 {{the host compiler could not preprocess this file: {{.*}}error: #error "no overloading" [RTT1019]}}
#include "../Inputs/tree.h"

#if !__has_attribute(overloadable)
#error "no overloading"
#endif

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  ++q->count;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
