// RUN: not regtt-cc -fsyntax-only -fno-strict-aliasing %s 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+4]]:15: error: '-fno-strict-aliasing' is given, but which objects lie apart is told by their types here; add '-fstrict-aliasing' if this file accesses memory only as what lies there [RTT1020]
// RUN: regtt-cc -fsyntax-only -Werror -fno-strict-aliasing -fstrict-aliasing %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count += n->leaf;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
