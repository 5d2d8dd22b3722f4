// Under --allow-serial a loop that is refused keeps running serially, with
// warnings, and the others of its file run in parallel. A pragma that is wrong
// stays an error.
// RUN: rm -rf %t && mkdir %t
// RUN: %serial %s -o %t/serial
// RUN: not regtt-cc --target=cpu %s -o %t/refused 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not test -e %t/refused
// RUN: regtt-cc --target=cpu --allow-serial %s -o %t/parallel 2>&1 | FileCheck %s
// RUN: %t/serial > %t/expected
// RUN: env REGTT_LOG=info REGTT_TARGET=cpu %t/parallel > %t/output 2> %t/log
// RUN: cmp %t/expected %t/output
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t/log
// RUN: not regtt-cc --target=cpu --allow-serial -DMISSPELT %s -o %t/refused 2>&1 | FileCheck %s --check-prefix=PRAGMA
#include "../Inputs/tree.h"
#include <cstdio>

#pragma regtt traversal
static void after(Query *q, Node *n) {
  if (!n)
    return;
  // CHECK: allow_serial.cpp:[[@LINE+3]]:{{[0-9]+}}: warning: a static local variable is not taken inside a traversal [RTT2004]
  // CHECK: allow_serial.cpp:[[@LINE+23]]:{{[0-9]+}}: warning: kept serial, as --allow-serial asks [RTT2103]
  // ERROR: allow_serial.cpp:[[@LINE+1]]:{{[0-9]+}}: error: a static local
  static int visits;
  after(q, n->left);
  q->count *= 3;
  q->count += ++visits;
  after(q, n->right);
}

#pragma regtt traversal
static void count(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  count(q, n->left);
  count(q, n->right);
}

int main() {
  Node leaves[2] = {{1, 0, 1, nullptr, nullptr}, {2, 0, 1, nullptr, nullptr}};
  Node root = {3, 0, 0, &leaves[0], &leaves[1]};
  Query queries[5] = {};
#pragma regtt parallel
  for (int i = 0; i < 5; ++i)
    after(&queries[i], &root);
#pragma regtt parallel
  // LOG-NOT: after
  // LOG: allow_serial.cpp:[[@LINE+1]]: regtt: info: traversal=count target=cpu
  for (int i = 0; i < 5; ++i)
    count(&queries[i], &root);
  for (const Query &q : queries)
    std::printf("%d\n", q.count);
#ifdef MISSPELT
  // PRAGMA: error: unknown directive '#pragma regtt parallels'
#pragma regtt parallels
#endif
}
