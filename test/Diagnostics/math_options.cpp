// Options under which a program has no one floating-point result.
// RUN: regtt-cc --verify-diagnostics --target=cpu -ffast-math %s
// RUN: regtt-cc --verify-diagnostics --target=cpu -Ofast %s
// RUN: regtt-cc -fsyntax-only --target=cpu -freciprocal-math %s 2>&1 | FileCheck %s --check-prefix=PART
// PART: warning: '-freciprocal-math' lets compilers choose
// RUN: regtt-cc -fsyntax-only --target=cpu -fno-math-errno %s 2>&1 | count 0
// RUN: regtt-cc -fsyntax-only --target=cpu -ffast-math -fno-fast-math %s 2>&1 | count 0
// RUN: regtt-cc -fsyntax-only --target=cpu -ffast-math --fp=fast %s 2>&1 | count 0
#include "../Inputs/tree.h"

// expected-warning@+1 {{'-ffast-math' lets compilers choose how floating-point numbers are computed, and they may choose otherwise for this loop than for the serial program: results may differ; '--fp=fast' says that they may [RTT3004]}}
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
