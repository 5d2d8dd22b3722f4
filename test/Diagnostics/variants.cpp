// A variant that is asked for is legal, or the missing trait is named.
// RUN: regtt-cc --target=cpu --verify-diagnostics %s
// RUN: not regtt-cc --variant=static_ropes --emit=kernel %s 2>&1 | FileCheck %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static void guided(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  guided(q, q->x < n->split ? n->left : n->right);
  guided(q, q->x < n->split ? n->right : n->left);
}

#pragma regtt traversal
static void fixed(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  fixed(q, n->left);
  fixed(q, n->right);
}

#pragma regtt traversal
static void after(Query *q, Node *n) {
  if (!n)
    return;
  after(q, n->left);
  after(q, n->right);
  q->count = q->count * 2 + 1;
}

void run(Query *queries, Node *root) {
// CHECK: :[[@LINE+2]]:24: error: variant 'static_ropes' is not legal for this traversal: it needs fixedOrder, but which child is visited is chosen by data [RTT2101]
// expected-error@+1 {{variant 'static_ropes' is not legal for this traversal: it needs fixedOrder, but which child is visited is chosen by data [RTT2101]}}
#pragma regtt parallel variant(static_ropes)
  for (int i = 0; i < 10; ++i)
    guided(&queries[i], root);

// expected-error@+1 {{variant 'static_ropes' is not legal for this traversal: it needs noResume, but what follows a call depends on its visits [RTT2101]}}
#pragma regtt parallel variant(static_ropes)
  for (int i = 0; i < 10; ++i)
    after(&queries[i], root);

#pragma regtt parallel variant(autoropes)
  for (int i = 0; i < 10; ++i)
    after(&queries[i], root);

// expected-error@+1 {{unknown variant 'lockstop'; known are packed, lane_lockstep, lane_ropes, lane_recursion, static_ropes, autoropes, static_lockstep, fsm_lockstep, lockstep, greedy_ropes, split_ropes, sibling_ropes, sibling_lockstep, recursion, stream, balanced, warp_mapped, block_mapped, delayed_shared, delayed_global, dual_queue, dpar_naive, dpar_opt, consolidated_warp, consolidated_block, consolidated_grid, tiled, thread_mapped [RTT2102]}}
#pragma regtt parallel variant(autoropes, lockstop)
  for (int i = 0; i < 10; ++i)
    fixed(&queries[i], root);

// expected-error@+1 {{variant 'fsm_lockstep' is not legal for this traversal: it needs slotsClosed, but a path visits the children in another order [RTT2101]}}
#pragma regtt parallel variant(fsm_lockstep)
  for (int i = 0; i < 10; ++i)
    guided(&queries[i], root);

// expected-warning@+1 {{target 'cpu' has none of the variants asked for, for which it has no lanes; it runs static_ropes, autoropes [RTT2105]}}
#pragma regtt parallel variant(lockstep, recursion)
  for (int i = 0; i < 10; ++i)
    fixed(&queries[i], root);

#pragma regtt parallel variant(lockstep, autoropes)
  for (int i = 0; i < 10; ++i)
    fixed(&queries[i], root);

// expected-warning@+1 {{none of this loop's targets is compiled for here; it stays serial [RTT2104]}}
#pragma regtt parallel target(cuda)
  for (int i = 0; i < 10; ++i)
    fixed(&queries[i], root);

#pragma regtt parallel target(serial)
  for (int i = 0; i < 10; ++i)
    fixed(&queries[i], root);

#pragma regtt parallel target(cuda, cpu) variant(autoropes, static_ropes)
  for (int i = 0; i < 10; ++i)
    fixed(&queries[i], root);
}
