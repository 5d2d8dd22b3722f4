// What every visit reads is loaded on arrival; what only one branch reads is a
// record of its own, if that saves memory traffic, loaded in that branch; a
// guard's operands are read where its call stands.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
struct Point {
  float coord[9];
};
struct Node {
  float x;
  int kind, small;
  float big[16], split[8];
  const Point *point;
  Node *left, *right;
};
struct Query {
  float x, best;
  int count;
};

static float sum(const float *values, int count) {
  float result = 0;
  for (int i = 0; i < count; ++i)
    result += values[i];
  return result;
}

// CHECK-LABEL: # @visit:
// CHECK-DAG: #   node([[X:[0-9]+]]): n->x
// CHECK-DAG: #   node([[KIND:[0-9]+]]): n->kind
// CHECK-DAG: #   node([[COORD:[0-9]+]]): n->point->coord
// CHECK-DAG: #   node([[BIG:[0-9]+]]): n->big
// CHECK-DAG: #   node([[SPLIT:[0-9]+]]): n->split
// CHECK-DAG: #   node([[SMALL:[0-9]+]]): n->small
// CHECK: {{^}}groups:
// CHECK-NEXT: - { type: Node, variable: n, data: [ [[X]], [[KIND]], [[SPLIT]] ] }
// CHECK-NEXT: - { type: NodePoint, variable: n_point, data: [ [[COORD]] ] }
// CHECK-NEXT: - { type: NodeDetail, variable: n_detail, data: [ [[BIG]], [[SMALL]] ] }
// SLICE: struct alignas(16) NodePoint {
// SLICE: struct alignas(16) NodeDetail {
// SLICE: if (n.kind == 1) {
// SLICE-NEXT: const auto &n_point = tree.template load<1>(self);
// SLICE: if (n.kind == 2) {
// SLICE-NEXT: const auto &n_detail = tree.template load<2>(self);
// SLICE-NEXT: if (sum(n_detail.big, 16) > n.split[0])
// SLICE: {n.split[1]});
#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n || n->x > q->x)
    return;
  if (n->kind == 1) {
    q->best += sum(n->point->coord, 9);
    return;
  }
  if (n->kind == 2) {
    if (sum(n->big, 16) > n->split[0])
      q->count += n->small;
    return;
  }
  visit(q, n->left);
  if (q->best > n->split[1])
    visit(q, n->right);
}

// Read in two branches: loaded before both.
// CHECK-LABEL: # @shared:
// CHECK-NOT: rt::load
// CHECK: {{^}}groups:
// CHECK-NEXT: - { type: Node,
// CHECK-NEXT: slotNames:
#pragma regtt traversal
static void shared(Query *q, const Node *n) {
  if (!n || n->x > q->x)
    return;
  if (n->kind == 1)
    q->best += sum(n->big, 9);
  else
    q->best -= n->big[2];
  shared(q, n->left);
  shared(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    shared(&queries[i], root);
}
