// A return after a call becomes a condition on what follows; one that nothing
// follows goes; one before the first call stays.
// RUN: regtt-cc --emit=model %s | FileCheck %s
#include "../Inputs/tree.h"

// CHECK-LABEL: traversal nearest: STMD-static
// CHECK: guard 0: not n->split >= q->best
// CHECK: enter
// CHECK-NEXT: if n->x > q->x
// CHECK-NEXT: return
// CHECK-NEXT: do q->best += n->x
// CHECK-NEXT: call n->left at position 0
// CHECK-NEXT: call n->right at position 1, guard 0
// CHECK-NEXT: trait
#pragma regtt traversal
static void nearest(Query *q, Node *n) {
  if (!n)
    return;
  if (n->x > q->x)
    return;
  q->best += n->x;
  nearest(q, n->left);
  if (n->split >= q->best)
    return;
  nearest(q, n->right);
  return;
}

// Two in a row, in a block, are both conditions of the last call.
// CHECK-LABEL: traversal nested:
// CHECK: guard 0: not n->split >= q->best and not q->count > 5
// CHECK: call n->left at position 0
// CHECK: call n->right at position 1, guard 0
#pragma regtt traversal
static void nested(Query *q, Node *n) {
  if (n) {
    q->best += n->x;
    q->count++;
    nested(q, n->left);
    {
      if (n->split >= q->best)
        return;
      if (q->count > 5)
        return;
      nested(q, n->right);
    }
  }
}

// Known on arrival: no guard.
// CHECK-LABEL: traversal known:
// CHECK-NOT: guard
// CHECK: call n->left at position 0
// CHECK-NEXT: if not n->leaf
// CHECK-NEXT: call n->right at position 1
#pragma regtt traversal
static void known(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  known(q, n->left);
  if (n->leaf)
    return;
  known(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    nearest(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    nested(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    known(&queries[i], root);
}
