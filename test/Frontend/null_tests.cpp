// Every spelling of a null test: of the node, folded away; of a child, kept as
// a test of the link.
// RUN: regtt-cc --emit=model %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=ALL
#include "../Inputs/tree.h"
#include <cstddef>

#define EMPTY(n) ((n) == NULL)

// CHECK-LABEL: traversal spelled:
// CHECK: node n: Node, null tested on arrival
// CHECK: body
// CHECK-NEXT: block
// CHECK-NEXT: if n->x > q->x
// CHECK-NEXT: return
// CHECK-NEXT: do q->count++
// CHECK: if q->x > 2 && n
#pragma regtt traversal
static void spelled(Query *q, Node *n) {
  if (n == nullptr)
    return;
  if (!n)
    return;
  if (NULL == n)
    return;
  if (EMPTY(n))
    return;
  if (!(n != 0)) {
    return;
  } else if (n->x > q->x) {
    return;
  }
  q->count++;
  if (q->x > 2 && n)
    q->count++;
  // SLICE: bool leaf = !n.children.has(0) && !n.children.has(1);
  // SLICE: if (leaf || (!n.children.has(0)) != (n.children.has(1) ? true : false))
  const bool leaf = !n->left && n->right == nullptr;
  if (leaf || EMPTY(n->left) != (n->right ? true : false))
    q->count += n->left ? 2 : 3;
  if (n->left != NULL)
    spelled(q, n->left);
  if (n->right)
    spelled(q, n->right);
}

// CHECK-LABEL: traversal wrapped:
// CHECK: body
// CHECK-NEXT: if n && n->x > q->x
// CHECK-NEXT: do q->count++
// CHECK-NEXT: call
// ALL: void enter(
// ALL: if (n.x > q.x) {
#pragma regtt traversal
static void wrapped(Query *q, Node *n) {
  if (n) {
    if (n && n->x > q->x) {
      q->count++;
      wrapped(q, n->left);
      wrapped(q, n->right);
    }
  }
}

// CHECK-LABEL: traversal inCaller:
// CHECK: node n: Node
// CHECK-NOT: null tested
// CHECK: body
#pragma regtt traversal
static void inCaller(Query *q, Node *n) {
  q->count++;
  Node *next = n->left;
  if (next)
    inCaller(q, next);
  if (n->right != nullptr)
    inCaller(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    spelled(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    wrapped(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    inCaller(&queries[i], root);
}
