// Positions count the calls along a path; conditions that visits decide become
// guards, with what a rope carries for them.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
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
// CHECK-LABEL: # @sides:
// CHECK: fn @sides::guard0(%d: f32) -> bool {
// CHECK-NEXT: return lt(mul(load %d, load %d), load own([[BEST:[0-9]+]]: f32))
// CHECK: fn @sides::guard1(%d: f32) -> bool {
// CHECK-NEXT: return lt(load %d, load own([[BEST]]: f32))
// CHECK: if lt(%d,
// CHECK-NEXT: visit @sides({{.*}}(0:i32)) at 0:i32{{$}}
// CHECK-NEXT: visit @sides({{.*}}(1:i32)) at 1:i32 when @sides::guard0(%d)
// CHECK-NEXT: } else {
// CHECK-NEXT: visit @sides({{.*}}(1:i32)) at 0:i32{{$}}
// CHECK-NEXT: visit @sides({{.*}}(0:i32)) at 1:i32 when @sides::guard1(%d)
// CHECK: {{^}}captures:
// CHECK-NEXT: - { name: d, type: f32 }
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

// A rope carries values of node data and of arguments as they are where the call
// stands; what visits do not change is computed there, and asked where it can be.
// CHECK-LABEL: # @captures:
// CHECK: fn @captures::guard0(%bound: f32) -> bool {
// CHECK: fn @captures::guard1() -> bool {
// CHECK-NEXT: return lt(
// CHECK: fn @captures::guard2(%k: i32) -> bool {
// CHECK-NEXT: return lt(load %k,
// CHECK: fn @captures::guard3() -> bool {
// CHECK-NEXT: return andalso(gt({{.*}}), gt(
// CHECK: kernel @captures(queries)(%self: link @Node, %r: f32)
// CHECK: (0:i32), load %r) at 0:i32{{$}}
// CHECK-NEXT: at 1:i32 when @captures::guard0(add(mul({{.*}}), load %r))
// CHECK-NEXT: if lnot(isnull({{.*}}(1:i32))) {
// CHECK-NEXT: at 2:i32 when @captures::guard1()
// CHECK-NEXT: }
// CHECK-NEXT: var %k: i32 = load node(
// CHECK-NEXT: store %k = add(load %k, 3:i32)
// CHECK-NEXT: at 3:i32 when @captures::guard2(load %k)
// CHECK-NEXT: at 4:i32 when @captures::guard3()
// SLICE: case 1:
// SLICE-NEXT: return q.x[1] < q.best;
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
// CHECK-LABEL: # @loops:
// CHECK: fn @loops::guard0(%bound: f32) -> bool {
// CHECK-NEXT: return lt(load %bound, load own(
// CHECK: if orelse(ne(load %i, 1:i32), lt(
// CHECK-NEXT: at mul(2:i32, sub(load %i, 1:i32)) when @loops::guard0(load node({{.*}})[and(load %i, 1:i32)])
// CHECK: (4:i32)) at add(1:i32, mul(2:i32, sub(load %i, 1:i32))){{$}}
// CHECK: (5:i32)) at 6:i32{{$}}
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
