// An annotated loop inside another one is refused, at the inner one; a loop
// that is not annotated may be around.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n || q->x < n->x)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

void nested(Query *q, Query *first, int n, Node *root) {
#pragma regtt parallel
  for (int k = 0; k < 3; ++k) {
    visit(&first[k], root);
#pragma regtt parallel
    // expected-error@+1 {{this loop stands inside another one that is annotated; annotate the one whose iterations are to run in parallel [RTT1130]}}
    for (int i = 0; i < n; ++i)
      visit(&q[i], root);
  }
}

template <typename T> void withoutCall(Query *q, T n, Node *root) {
#pragma regtt parallel
  for (int k = 0; k < 3; ++k)
#pragma regtt parallel
    // expected-error@+1 {{this loop stands inside another one}}
    for (T i = 0; i < n; ++i)
      visit(&q[i], root);
}
template void withoutCall(Query *, int, Node *);
template void withoutCall(Query *, long, Node *);

void inLambda(Query *q, Query *first, int n, Node *root) {
#pragma regtt parallel
  for (int k = 0; k < 3; ++k) {
    visit(&first[k], root);
    const auto rest = [&] {
#pragma regtt parallel
      // expected-error@+1 {{this loop stands inside another one}}
      for (int i = 0; i < n; ++i)
        visit(&q[i], root);
    };
    rest();
  }
}

void taken(Query *q, int n, Node *root) {
  for (int k = 0; k < 3; ++k) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      visit(&q[i], root);
  }
}
