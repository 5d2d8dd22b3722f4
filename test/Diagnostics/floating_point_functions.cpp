// Functions that no two libraries agree on: a remark under strict, refused
// under libm, taken as it is where the user allows other bits.
// RUN: regtt-cc --verify-diagnostics %s
// RUN: not regtt-cc --fp=libm --emit=kernel %s 2>&1 | FileCheck %s --check-prefix=LIBM
// RUN: regtt-cc --fp=contract --emit=kernel %s 2>&1 | FileCheck %s --check-prefix=CONTRACT
#include "../Inputs/tree.h"
#include <cmath>

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  // LIBM: [[@LINE+2]]:14: error: 'exp' does not agree bit for bit between the C library and CUDA, and --fp=libm was given [RTT3002]
  // expected-warning@+1 {{'exp' is not correctly rounded by every library: results may differ from the serial program's by 2 ulp under a GPU [RTT3001]}}
  q->best += std::exp(n->x);
  // expected-warning@+1 {{'pow' is not correctly rounded by every library: results may differ from the serial program's by 4 ulp under a GPU [RTT3001]}}
  q->best += powf(n->x, 2);
  // Fixed by IEEE 754 or exact.
  q->best += std::sqrt(n->x) + std::fabs(n->x) + std::floor(n->x);
  visit(q, n->left);
  visit(q, n->right);
}
// LIBM-NOT: sqrt
// CONTRACT-NOT: warning
// CONTRACT: kernel @visit(

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
