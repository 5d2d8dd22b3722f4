// node(p) says which pointer is the node where two of them change.
// RUN: regtt-cc --emit=model %s | FileCheck %s
#include "../Inputs/tree.h"

// CHECK: traversal visit:
// CHECK: node n: Node
// CHECK: query q: Query
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
