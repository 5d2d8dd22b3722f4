// Lanes at nodes of their own: the records are sixteen, conditions on them
// masks, and only what the node makes different is printed again.
//
// RUN: regtt-cc --target=lanes --variant=all --explain --emit=lanes %s -o %t.lanes.cpp 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t.lanes.cpp
#include <vector>

struct Node {
  float at[2], split;
  int axis;
  const char *name;
  double table[80];
  Node *left, *right;
};
struct Query {
  float at[2], best;
  int seen[8], kind;
  const char *name;
  double sum;
};

static float square(float x) { return x * x; }
static float off(const Query &q, const Node *n) {
  return q.at[n->axis] - n->split;
}

// CHECK-LABEL: nearest
// CHECK: variant lane_ropes: legal
// CODE: namespace [[SITE:lanes_apart_nearest_[0-9]+]]_apart {
// CODE: using namespace [[SITE]];
// CODE: struct LaneNode {
// CODE: rt::Lane<int> axis; // n->axis
// CODE-NEXT: rt::Lane<float> split; // n->split
// CODE-NEXT: rt::LaneLinks<2> children;
// CODE: f(&LaneNode::split, &Other::split);
// CODE-NOT: square(rt
// CODE: off(rt::Mask go, const Lanes &q, const LaneNode &n) {
// CODE-NEXT: return rt::arrayElement(go, q.at, n.axis) - n.split;
// CODE: struct LaneTraversal : [[SITE]]::LaneTraversal {
// CODE-NEXT: using Node = LaneNode;
// CODE: if (!(go -= !n.children.has(0) && !n.children.has(1)))
// CODE-NEXT: return;
// CODE: const rt::Lane<float> d = off(go, q, n);
// CODE: rt::arrayElements(go, q.seen, n.axis & 7) += 1;
// CODE: ropes.visit({{.*}}, 0, n.children[0]
// CODE: using Apart = [[SITE]]_apart::LaneTraversal;
// CODE: rt::LaneRopesBlocks<Op, Apart>
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n->left && !n->right)
    return;
  const float d = off(q, n);
  ++q.seen[n->axis & 7];
  if (square(d) < q.best)
    q.best = square(d);
  if (d < 0) {
    nearest(q, n->left);
    if (d * d < q.best)
      nearest(q, n->right);
  } else {
    nearest(q, n->right);
    if (d * d < q.best)
      nearest(q, n->left);
  }
}

// An address is no number.
// CHECK-LABEL: named
// CHECK: variant lane_ropes: not legal, lanes have no form for values of this type
#pragma regtt traversal
static void named(Query &q, const Node *n) {
  if (!n || n->name == q.name)
    return;
  named(q, n->left);
  named(q, n->right);
}

// Nor are as many numbers taken apart.
// CHECK-LABEL: wide
// CHECK: variant lane_lockstep: legal
// CHECK: variant lane_ropes: not legal, lanes have no form for nodes of 80 numbers that are each query's own
#pragma regtt traversal
static void wide(Query &q, const Node *n) {
  if (!n)
    return;
  q.sum += n->table[q.kind & 63];
  wide(q, n->left);
  wide(q, n->right);
}

void run(std::vector<Query> &queries, Node *root) {
#pragma regtt parallel
  for (Query &q : queries)
    nearest(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    named(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    wide(q, root);
}
