// A pragma that a macro produces has no place of its own in the source.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#define TRAVERSAL _Pragma("regtt traversal")
#define PARALLEL _Pragma("regtt parallel")

// expected-error@+1 {{'#pragma regtt traversal' comes out of a macro; write it where the function is written [RTT1004]}}
TRAVERSAL
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  visit(q, n->left);
}

void run(Query *queries, Node *root) {
  // expected-error@+1 {{'#pragma regtt parallel' comes out of a macro; write it where the loop is written [RTT1004]}}
  PARALLEL
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
