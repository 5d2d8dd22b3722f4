// The host file keeps the user's lines: __LINE__, and the places of the
// compiler's messages, before, in and after the loop.
//
// RUN: regtt-cc --target=cpu %s -o %t && %t | FileCheck %s
// RUN: not regtt-cc --target=cpu -DBROKEN -Wall -Werror %s -o %t.broken 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not test -e %t.broken
#include "../Inputs/tree.h"
#include <cstdio>

#pragma regtt traversal
static void visit(Query *q, Node *n, int line) {
  if (!n)
    return;
  q->count += line;
  visit(q, n->left, line);
  visit(q, n->right, line);
}

int main() {
  Node root = {};
  Query queries[2] = {};
  // CHECK: before [[@LINE+1]]
  std::printf("before %d\n", __LINE__);
#pragma regtt parallel
  // clang-format off
  for (int i = 0; i < 2; ++i)
    visit(&queries[i], &root, 0); std::printf("beside %d\n", __LINE__);
  // clang-format on
  // CHECK: beside [[@LINE-2]]
  // CHECK: after [[@LINE+1]]
  std::printf("after %d\n", __LINE__);
#ifdef BROKEN
  // ERROR: source_lines.cpp:[[@LINE+1]]:7: error: unused variable 'unused'
  int unused;
#endif
}
