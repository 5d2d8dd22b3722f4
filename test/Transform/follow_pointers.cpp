// Pointers in nodes are followed where the traversal follows them: under the
// conditions on the node alone that hold wherever it reads through them.
//
// RUN: regtt-cc %s --emit=cpu | FileCheck %s

struct Point {
  float x;
};
struct Node {
  float key;
  int kind;
  const Point *a, *b, *c, *d;
  Node *left, *right;
};
struct Query {
  float x;
  int count;
};

static bool isLeaf(const Node *n) { return n->left == nullptr; }

#pragma regtt traversal
static void walk(Query *q, const Node *n) {
  if (q->x < n->key)
    return;
  if (n->kind == 3 && n->a->x < q->x)
    q->count++;
  if (isLeaf(n)) {
    if (q->count > 2 && n->b->x > 0)
      q->count++;
    q->count += n->c->x > q->x;
    return;
  }
  q->count += n->c->x < q->x;
  q->count += n->d->x < q->x;
  walk(q, n->left);
  walk(q, n->right);
}

void all(Query *queries, int n, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    walk(&queries[i], root);
}

// CHECK-LABEL: static bool follows(
// CHECK: if constexpr (regtt_pointer == 0)
// CHECK-NEXT: return n.kind == 3;
// CHECK: if constexpr (regtt_pointer == 1)
// CHECK-NEXT: return isLeaf(n);
// CHECK-NOT: P == 2
// CHECK: if constexpr (regtt_pointer == 3)
// CHECK-NEXT: return !isLeaf(n);
// CHECK: return true;
