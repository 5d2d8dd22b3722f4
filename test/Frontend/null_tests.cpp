// Every spelling of a null test: of the node, folded away; of a child, kept as
// a test of the link.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=ALL
#include "../Inputs/tree.h"
#include <cstddef>

#define EMPTY(n) ((n) == NULL)

// CHECK: kernel @spelled(
// CHECK-NEXT: block {
// CHECK-NEXT: if gt(load node(0: f32), load own(1: f32)) {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: store own(2: i32) = add(
// CHECK-NEXT: if gt(load own(1: f32), inttofloat<f32>(2:i32)) {
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

// CHECK: kernel @wrapped(
// CHECK-NEXT: if gt(load node(0: f32), load own(1: f32)) {
// CHECK-NEXT: store own(2: i32) = add(
// CHECK-NEXT: visit @wrapped(
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

// CHECK: kernel @inCaller(
// CHECK-NEXT: store own(0: i32) = add(
// CHECK: if lnot(isnull(%next)) {
// CHECK: if lnot(isnull(lib "rt::child"<link @Node>(1:i32))) {
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
