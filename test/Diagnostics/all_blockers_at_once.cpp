// One run says everything that is in the way, of every loop and traversal.
// RUN: not regtt-cc --emit=kernel %s 2>&1 | FileCheck %s
#include "../Inputs/tree.h"

float unknown(float x);
int total;

#pragma regtt traversal
static void visit(Query *q, Node *n, float x) {
  if (!n)
    return;
  // CHECK: all_blockers_at_once.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[RTT2007]
  q->best += unknown(x);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[RTT2005]
  n->x = 0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[RTT2006]
  total++;
  visit(q, n->left, x);
  visit(q, n->right, x);
}

#pragma regtt traversal
static void other(Query *q, Node *n) {
  if (!n)
    return;
  other(q, n->left);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[RTT2004]
  throw q;
}

#pragma regtt traversal
static void good(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  good(q, n->left);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, 1);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    other(&queries[i], root);
#pragma regtt parallel
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[RTT1101]
  for (int i = 10; i > 0; i /= 2)
    good(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    good(&queries[i], root);
}
// CHECK: 5 errors generated.
// CHECK-NOT: kernel @good
