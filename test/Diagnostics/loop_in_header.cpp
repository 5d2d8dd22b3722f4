// An included loop cannot be rewritten; an included traversal can be called.
// RUN: regtt-cc --verify-diagnostics %s
// RUN: regtt-cc --emit=kernel %s -DALONE | FileCheck %s
#ifndef ALONE
#define LOOP_IN_HEADER
// expected-error@../Inputs/loop_in_header.h:14 {{'#pragma regtt parallel' in an included file cannot be rewritten; move the loop into the main file [RTT1012]}}
#endif
#include "../Inputs/loop_in_header.h"

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
// CHECK: kernel @visit(
