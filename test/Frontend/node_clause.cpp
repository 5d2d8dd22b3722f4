// node(p) says which pointer is the node where two of them change.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
#include "../Inputs/tree.h"

// CHECK: data:
// CHECK-NEXT: text: 'n->x', name: x, owner: node,
// CHECK-NEXT: text: 'q->count', name: count, owner: query,
// CHECK-NEXT: uniforms:
// CHECK-NEXT: name: x, type: f32
// CHECK: nodeName: n
// CHECK: queryName: q
// CHECK: uniforms:
// CHECK-NEXT: text: 'root->x'
#pragma regtt traversal node(n)
static void visit(Query *q, Node *n, const Node *other) {
  if (!n || n->x > other->x)
    return;
  q->count++;
  visit(q, n->left, other);
  visit(q, n->right, other);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    visit(&queries[i], root, root);
}
