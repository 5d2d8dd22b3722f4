// The body is one call of an annotated traversal.
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

// expected-note@+1 {{declared here}}
static void plain(Query *q, Node *n) {
  if (n)
    q->count++;
}

void refused(Query *queries, Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@-1 {{the loop's body must be one call of an annotated traversal [RTT1103]}}
    queries[i].count = 0;
    visit(&queries[i], root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the loop's body must be one call of an annotated traversal [RTT1103]}}
    if (queries[i].count == 0)
      visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the loop calls 'plain', which is not annotated with '#pragma regtt traversal' [RTT1104]}}
    plain(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the loop leaves early or jumps [RTT1109]}}
    return;
}

void accepted(Query *queries, Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    {
      (visit(&queries[i], root));
    }
  }
}
