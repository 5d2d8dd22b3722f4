// What --explain says of the orders of queries: the numbers that a curve goes
// through, and what keeps an inspection or a hand-over from going further.
// RUN: regtt-cc --explain --emit=kernel %s 2>&1 >/dev/null | FileCheck %s
#include "../Inputs/tree.h"

struct Place {
  float at[2];
  double best;
  int count;
};
struct Tally {
  int count;
};
struct Histogram {
  int *bins; // [8]
  float x;
};

#pragma regtt traversal
static void within(Place *p, const Node *n) {
  if (!n || n->x > p->at[0] + p->at[1])
    return;
  p->count++;
  within(p, n->left);
  within(p, n->right);
}

#pragma regtt traversal
static void nearest(Place *p, const Node *n) {
  if (!n || n->x > p->best)
    return;
  p->best = n->x - p->at[0];
  nearest(p, n->left);
  nearest(p, n->right);
}

#pragma regtt traversal
static void tally(Tally *t, const Node *n) {
  if (!n)
    return;
  t->count++;
  tally(t, n->left);
}

#pragma regtt traversal order(program)
static void kept(Tally *t, const Node *n) {
  if (!n)
    return;
  t->count++;
  kept(t, n->left);
  kept(t, n->right);
}

#pragma regtt traversal
static void guided(Place *p, const Node *n, int depth) {
  if (!n)
    return;
  p->count += depth;
  guided(p, p->at[0] < n->x ? n->left : n->right, depth + 1);
}

#pragma regtt traversal extent(h->bins : 8)
static void sortIn(Histogram *h, const Node *n) {
  if (!n || n->x > h->x)
    return;
  h->bins[n->leaf % 8]++;
  sortIn(h, n->left);
  sortIn(h, n->right);
}

void run(Place *places, Tally *tallies, Histogram *histograms, Node *root) {
// CHECK: within
// CHECK: order curve: through p->at
// CHECK-NEXT: order inspect, hybrid: by the first subtrees that a query comes to
// CHECK-NEXT: order history: by all visits in the top of the tree
// CHECK-NEXT: order handover: leaves subtrees for later, as many as have room
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    within(&places[i], root);
// CHECK: nearest
// CHECK: order curve: through p->at
// CHECK-NEXT: order inspect, hybrid: by the first subtree that a query comes to, since [[WHY:.+]]
// CHECK-NEXT: order history: not possible, [[WHY]]
// CHECK-NEXT: order handover: ends at the first subtree, since 'p->best' is more than an integer count
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    nearest(&places[i], root);
// CHECK: tally
// CHECK: order curve: not possible, a query holds no numbers that visits leave alone
// CHECK-NEXT: order inspect, hybrid: by the first subtrees
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    tally(&tallies[i], root);
// CHECK: within
// CHECK: order inspect, hybrid: not possible, an iteration makes several calls
// CHECK-NEXT: order history: not possible, an iteration makes several calls
// CHECK-NEXT: order handover: not possible, an iteration makes several calls
#pragma regtt parallel
  for (int i = 0; i < 9; ++i) {
    within(&places[i], root->left);
    within(&places[i], root->right);
  }
// CHECK: kept
// CHECK: order handover: ends at the first subtree, since the clause order(program) says so
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    kept(&tallies[i], root);
// CHECK: guided
// CHECK: order inspect, hybrid: by the first subtree that a query comes to, since [[WHY:.+]]
// CHECK-NEXT: order history: not possible, [[WHY]]
// CHECK-NEXT: order handover: not possible, ropes wait on a stack in all variants that are compiled in
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    guided(&places[i], root, 1);
// CHECK: sortIn
// CHECK: order inspect, hybrid: not possible, visits write to arrays
// CHECK-NEXT: order history: not possible, visits write to arrays
// CHECK-NEXT: order handover: leaves subtrees for later, as many as have room
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    sortIn(&histograms[i], root);
}
