// Another name for the node is the node: its fields, children and null tests.
//
// RUN: regtt-cc %s --emit=cpu | FileCheck %s

struct Node {
  float x;
  Node *l, *r;
};
struct Q {
  float x;
  int k;
};
#pragma regtt traversal
void a(Q &q, const Node *n) {
  const Node *me = n;
  if (!me)
    return;
  if (q.x < me->x)
    q.k++;
  a(q, me->l);
  a(q, n->r);
}
void f(Q *qs, int n, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    a(qs[i], root);
}

// CHECK: void enter(
// CHECK: if (q.x < n.x)
// CHECK-NEXT: ++q.k;
// CHECK-NEXT: ropes.visit(0, n.children[0]);
// CHECK-NEXT: ropes.visit(1, n.children[1]);
