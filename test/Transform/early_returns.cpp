// A return after a call becomes a condition on what follows; one that nothing
// follows goes; one before the first call stays.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
#include "../Inputs/tree.h"

// CHECK-LABEL: # @nearest:
// CHECK: fn @nearest::guard0(%bound: f32) -> bool {
// CHECK-NEXT: return lnot(ge(load %bound, load own(
// CHECK-LABEL: kernel @nearest(
// CHECK-NEXT: if gt(
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: store own(
// CHECK-NEXT: visit {{.*}}(0:i32)) at 0:i32{{$}}
// CHECK-NEXT: visit {{.*}}(1:i32)) at 1:i32 when @nearest::guard0(
// CHECK-NEXT: }
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
// CHECK-LABEL: # @nested:
// CHECK: fn @nested::guard0(%bound: f32) -> bool {
// CHECK-NEXT: return andalso(lnot(ge({{.*}})), lnot(gt({{.*}}, 5:i32)))
// CHECK: (0:i32)) at 0:i32{{$}}
// CHECK: (1:i32)) at 1:i32 when @nested::guard0(
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
// CHECK-LABEL: # @known:
// CHECK-NOT: guard
// CHECK: (0:i32)) at 0:i32{{$}}
// CHECK-NEXT: if lnot(
// CHECK-NEXT: (1:i32)) at 1:i32{{$}}
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
