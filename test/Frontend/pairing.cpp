// Pragmas find their function and their loop: free and member functions,
// templates, several in one file, one traversal called from two loops.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
#include "../Inputs/tree.h"

#pragma regtt traversal
__attribute__((noinline)) static void first(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  first(q, n->left);
}

struct Tree {
  Node *root;

#pragma regtt traversal
  void member(Query &q, const Node *n) const;

  // CHECK: name: member
  // CHECK: head: 'for (int i = 0; i < 4; ++i)'
  // CHECK: root: 'this->root'
  // CHECK: text: 'queries[regtt_first]'
  void run(Query *queries) {
#pragma regtt parallel
    for (int i = 0; i < 4; ++i)
      member(queries[i], root);
  }
};

#pragma regtt traversal
template <int N, typename Q> void generic(Q &q, const Node *n) {
  if (!n)
    return;
  q.count += N;
  generic<N>(q, n->left);
  generic<N>(q, n->right);
}

// CHECK: name: generic
// CHECK: instantiation: 'void(std::integral_constant<int, 3> *, Query *)'
// CHECK: head: 'for (int i = 0; i < N; ++i)'
// CHECK: name: generic
// CHECK: instantiation: 'void(std::integral_constant<int, 6> *, Query *)'
// CHECK: head: 'for (int i = 0; i < N; ++i)'
template <int N, typename Q> void runGeneric(Q *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < N; ++i)
    generic<N + 1>(queries[i], root);
}

// CHECK: name: first
// CHECK: head: 'for (int k = 0; k < 5; ++k)'
// CHECK: root: root
// CHECK: name: first
// CHECK: head: 'for (int i = 1; i <= n; ++i)'
// CHECK: inclusive: true
// CHECK-NEXT: root: 'root->left'
// CHECK-NOT: head: 'for
void twice(Query *queries, Node *root, int n) {
#pragma regtt parallel
  for (int k = 0; k < 5; ++k)
    first(&queries[k], root);
#pragma regtt parallel
  for (int i = 1; i <= n; ++i)
    first((queries) + i, root->left);
}

void instantiate(Query *queries, Node *root) {
  runGeneric<3>(queries, root);
  runGeneric<6>(queries, root);
  runGeneric<3>(queries + 1, root);
}

void Tree::member(Query &q, const Node *n) const {
  if (!n)
    return;
  q.count--;
  member(q, n->right);
}
