// Positions count the calls along a path; conditions that visits decide become
// guards, with what a rope carries for them.
// RUN: regtt-cc --emit=model %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
struct Node {
  float x, split[2];
  int axis;
  Node *left, *right;
  Node *child[4];
};
struct Query {
  float x[2];
  float best;
  int count;
};

// The sides share their positions; each has a guard of its own.
// CHECK-LABEL: traversal sides:
// CHECK: rope carries d: float = d * d
// CHECK: guard 0: d * d < q->best
// CHECK: guard 1: d < q->best
// CHECK: if d < 0
// CHECK-NEXT: call n->left at position 0
// CHECK-NEXT: call n->right at position 1, guard 0
// CHECK-NEXT: else
// CHECK-NEXT: call n->right at position 0
// CHECK-NEXT: call n->left at position 1, guard 1
// SLICE: struct Args {
// SLICE-NEXT: float d; // for its guard
// SLICE-NEXT: int guard; // -1: none
// SLICE: switch (rope.guard) {
// SLICE-NEXT: case 0:
// SLICE-NEXT: return rope.d * rope.d < q.best;
// SLICE-NEXT: case 1:
// SLICE-NEXT: return rope.d < q.best;
// SLICE: ropes.visit(1, n.children[1], {d, 0});
#pragma regtt traversal
static void sides(Query *q, const Node *n) {
  if (!n)
    return;
  float d = q->x[n->axis] - n->x;
  if (q->best > d)
    q->best = d;
  if (d < 0) {
    sides(q, n->left);
    if (d * d < q->best)
      sides(q, n->right);
  } else {
    sides(q, n->right);
    if (d < q->best)
      sides(q, n->left);
  }
}

// A rope carries values of node data, of links and of arguments as they are
// where the call stands; what visits do not change is computed there.
// CHECK-LABEL: traversal captures:
// CHECK: argument r: float = 1
// CHECK: rope carries bound: float = n->split[1] * 2 + r
// CHECK: rope carries bound2: bool = n->right
// CHECK: rope carries k: int = k
// CHECK: guard 0: q->best > n->split[1] * 2 + r
// CHECK: guard 1: q->x[1] < q->best && n->right
// CHECK: guard 2: k < q->count
// CHECK: guard 3: q->best > 0 and q->count > 3
// CHECK: call n->left at position 0, r = r
// CHECK-NEXT: call n->right at position 1, r = r * 0.5f, guard 0
// CHECK-NEXT: call n->child[0] at position 2, r = r, guard 1
// CHECK-NEXT: let k = n->axis
// CHECK-NEXT: do k += 3
// CHECK-NEXT: call n->child[1] at position 3, r = r, guard 2
// CHECK-NEXT: call n->child[2] at position 4, r = r, guard 3
// SLICE: case 1:
// SLICE-NEXT: return q.x[1] < q.best && rope.bound2;
// SLICE: case 3:
// SLICE-NEXT: return q.best > 0 && q.count > 3;
// SLICE: ropes.visit(1, n.children[1],
// SLICE-NEXT: {args.r * 0.5f,
// SLICE-NEXT: n.split[1] * 2 + args.r,
#pragma regtt traversal
static void captures(Query *q, const Node *n, float r) {
  if (!n)
    return;
  q->best -= n->x;
  q->count++;
  captures(q, n->left, r);
  if (q->best > n->split[1] * 2 + r)
    captures(q, n->right, r * 0.5f);
  if (q->x[1] < q->best && n->right)
    captures(q, n->child[0], r);
  int k = n->axis;
  k += 3;
  if (k < q->count)
    captures(q, n->child[1], r);
  if (q->best > 0)
    if (q->count > 3)
      captures(q, n->child[2], r);
}

// In a loop the position is the iteration's; the first call's condition is
// tested at once.
// CHECK-LABEL: traversal loops:
// CHECK: rope carries bound: float = n->split[i & 1]
// CHECK: guard 0: n->split[i & 1] < q->best
// CHECK: call n->child[i] at position 0 + 2 * i, guard 0
// CHECK-NEXT: call n->left at position 1 + 2 * i
// CHECK: call n->right at position 6
// SLICE: REGTT_UNROLL
// SLICE-NEXT: for (int i = 1; i < 4; ++i) {
// SLICE-NEXT: if (i != 1 || n.split[i & 1] < q.best)
// SLICE-NEXT: ropes.visit(2 * (i - 1), n.children[i],
// SLICE-NEXT: {n.split[i & 1], 0});
// SLICE: ropes.visit(1 + 2 * (i - 1), n.children[4],
// SLICE: ropes.visit(6, n.children[5],
#pragma regtt traversal
static void loops(Query *q, const Node *n) {
  if (!n)
    return;
  q->best -= n->x;
  for (int i = 1; i < 4; ++i) {
    if (n->split[i & 1] < q->best)
      loops(q, n->child[i]);
    loops(q, n->left);
  }
  loops(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    sides(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    captures(&queries[i], root, 1);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    loops(&queries[i], root);
}
