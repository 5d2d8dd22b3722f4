// A child that a number chooses, under a condition: it waits with the condition
// where the number is a child's whatever the condition says. Elsewhere the
// segment ends before the call.
//
// RUN: regtt-cc --target=cpu --emit=cpu %s | FileCheck %s
#include <vector>

struct Node {
  float at;
  int kind;
  Node *kid[2];
};
struct Query {
  float at, best;
};

// CHECK-LABEL: The body of known(),
// CHECK: ropes.visit(0, n.children[side], {});
// CHECK-NEXT: ropes.visit(1, n.children[1 - side], {off});
#pragma regtt traversal
static void known(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->at < q.best)
    q.best = n->at;
  float off = q.at - n->at;
  int side = off < 0 ? 0 : 1;
  known(q, n->kid[side]);
  if (off * off < q.best)
    known(q, n->kid[1 - side]);
}

// One of two numbers is none.
// CHECK-LABEL: The body of beyond(),
// CHECK: ropes.resume(
// CHECK: if (off * off < q.best
#pragma regtt traversal
static void beyond(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->at < q.best)
    q.best = n->at;
  float off = q.at - n->at;
  int side = off < 0 ? 0 : 2;
  beyond(q, n->kid[side & 1]);
  if (off * off < q.best && side == 0)
    beyond(q, n->kid[1 - side]);
}

// 1 - 2 is a large number.
// CHECK-LABEL: The body of wraps(),
// CHECK: ropes.resume(
// CHECK: if (off * off < q.best
#pragma regtt traversal
static void wraps(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->at < q.best)
    q.best = n->at;
  float off = q.at - n->at;
  unsigned side = off < 0 ? 0u : 2u;
  wraps(q, n->kid[side & 1]);
  if (off * off < q.best && side == 0)
    wraps(q, n->kid[1u - side]);
}

// What the number is, is the node's.
// CHECK-LABEL: The body of data(),
// CHECK: ropes.resume(
// CHECK: if (off * off < q.best
#pragma regtt traversal
static void data(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->at < q.best)
    q.best = n->at;
  float off = q.at - n->at;
  int side = n->kind;
  data(q, n->kid[side & 1]);
  if (off * off < q.best)
    data(q, n->kid[side]);
}

void run(std::vector<Query> &queries, Node *root) {
#pragma regtt parallel
  for (Query &q : queries)
    known(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    beyond(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    wraps(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    data(q, root);
}
