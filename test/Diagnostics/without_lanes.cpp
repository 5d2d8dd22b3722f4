// A target that has lanes says where a loop has no form for them, unless other
// engines were asked for; other targets have nothing to say.
// RUN: regtt-cc --target=lanes --verify-diagnostics %s
// RUN: regtt-cc --target=lanes --variant=all --verify-diagnostics %s
// RUN: regtt-cc --target=lanes --variant=autoropes -fsyntax-only %s 2>&1 | count 0
// RUN: regtt-cc --target=cpu -fsyntax-only %s 2>&1 | count 0
// RUN: not regtt-cc --target=lanes --variant=packed -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED: variant 'packed' is not legal for this traversal: lanes have no form for
#include "../Inputs/tree.h"

union Bits {
  float x;
  unsigned bits;
};

#pragma regtt traversal
static void bits(Query *q, Node *n) {
  if (!n)
    return;
  Bits here;
  here.x = n->x - q->x;
  if (here.bits & 64)
    q->count++;
  bits(q, n->left);
  bits(q, n->right);
}

#pragma regtt traversal
static void plain(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  plain(q, n->left);
  plain(q, n->right);
}

void run(Query *queries, Node *root) {
// expected-warning@+2 {{target 'lanes' runs this loop one query at a time: lanes have no form for 'here' (line 20) [RTT3003]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    bits(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    plain(&queries[i], root);
}
