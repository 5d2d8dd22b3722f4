// The host may finish a GPU's queries only where both compute the same bits: no
// library function that libraries round differently, and no arithmetic that may
// be fused. Where queries do not find their own way there is no need.
//
// RUN: regtt-cc --emit=cuda %s 2>&1 | FileCheck %s
// RUN: regtt-cc --emit=cuda --fp=contract %s 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED-NOT: sameOnHost
#include <cmath>

struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  float x, best;
};

// CHECK: sameOnHost = true
// CHECK: The body of bySquareRoot()
// CHECK-NOT: sameOnHost
// CHECK: The body of byLogarithm()
// CHECK-NOT: sameOnHost
// CHECK: stableCalls = true
// CHECK: The body of steady()
#pragma regtt traversal
static void bySquareRoot(Query *q, const Node *n) {
  if (!n)
    return;
  float d = std::sqrt(std::fabs(q->x - n->x));
  if (d >= q->best)
    return;
  q->best = d;
  bySquareRoot(q, n->left);
  bySquareRoot(q, n->right);
}
#pragma regtt traversal
static void byLogarithm(Query *q, const Node *n) {
  if (!n)
    return;
  float d = std::log(1 + std::fabs(q->x - n->x));
  if (d >= q->best)
    return;
  q->best = d;
  byLogarithm(q, n->left);
  byLogarithm(q, n->right);
}
#pragma regtt traversal
static void steady(Query *q, const Node *n) {
  if (!n || n->x > q->x)
    return;
  q->best += 1;
  steady(q, n->left);
  steady(q, n->right);
}

void run(Query *queries, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    bySquareRoot(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    byLogarithm(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    steady(&queries[i], root);
}
