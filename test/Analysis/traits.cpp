// The properties that engines ask for, each with the reason where it fails.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
// RUN: regtt-cc --explain --emit=kernel %s 2>&1 >/dev/null | FileCheck %s --check-prefix=EXPLAIN
#include "../Inputs/tree.h"

// CHECK-LABEL: name: {{ *}}pure{{$}}
// CHECK: pureTruncation: {{.*}}holds: true
// CHECK: constantArgs: {{.*}}holds: true
// CHECK: noGuards: {{.*}}holds: true
// CHECK: orderFree: {{.*}}holds: true, reason: {{.?}}integer counts only
#pragma regtt traversal
static void pure(Query *q, Node *n) {
  float d;
  if (!n)
    return;
  d = n->x - q->x;
  if (d > n->split)
    return;
  q->count += n->leaf;
  --q->count;
  pure(q, n->left);
  pure(q, n->right);
}

struct Sums {
  float x;
  int whole, rounded;
  bool any;
};

// A sum that is rounded, or is true or false, depends on the order.
// CHECK-LABEL: name: {{ *}}rounds{{$}}
// CHECK: orderFree: {{.*}}holds: false, reason: {{.?}}{{'+}}q->rounded{{'+}} is more than an integer count
#pragma regtt traversal
static void rounds(Sums *q, Node *n) {
  if (!n || n->x > q->x)
    return;
  q->whole += n->leaf > 2;
  q->rounded += n->split;
  rounds(q, n->left);
  rounds(q, n->right);
}
// CHECK-LABEL: name: {{ *}}says{{$}}
// CHECK: orderFree: {{.*}}holds: false, reason: {{.?}}{{'+}}q->any{{'+}} is more than an integer count
#pragma regtt traversal
static void says(Sums *q, Node *n) {
  if (!n || n->x > q->x)
    return;
  q->any += n->leaf;
  says(q, n->left);
  says(q, n->right);
}
// CHECK-LABEL: name: {{ *}}wholes{{$}}
// CHECK: orderFree: {{.*}}holds: true, reason: {{.?}}integer counts only
#pragma regtt traversal
static void wholes(Sums *q, Node *n) {
  if (!n || n->x > q->x)
    return;
  q->whole += int(n->split);
  wholes(q, n->left);
  wholes(q, n->right);
}

static void count(int &to) { ++to; }
static bool counts(Query *q) { return q->count++ > 3; }

// An effect before the test, in it, or in a helper that it calls.
// CHECK-LABEL: name: {{ *}}before{{$}}
// CHECK: pureTruncation: {{.*}}holds: false, reason: {{.?}}the query is changed before the truncation test
// CHECK: orderFree: {{.*}}holds: false, reason: {{.?}}{{'+}}q->count{{'+}} is more than an integer count
#pragma regtt traversal
static void before(Query *q, Node *n) {
  if (!n)
    return;
  count(q->count);
  if (n->x > q->x)
    return;
  before(q, n->left);
  before(q, n->right);
}
// CHECK-LABEL: name: {{ *}}inside{{$}}
// CHECK: pureTruncation: {{.*}}holds: false, reason: {{.?}}the query is changed before the truncation test
// CHECK: orderFree: {{.*}}holds: false, reason: {{.?}}{{'+}}q->count{{'+}} is more than an integer count
#pragma regtt traversal
static void inside(Query *q, Node *n) {
  if (!n)
    return;
  if (n->x > q->x && counts(q))
    return;
  inside(q, n->left);
  inside(q, n->right);
}
// CHECK-LABEL: name: {{ *}}byReference{{$}}
// CHECK: pureTruncation: {{.*}}holds: false, reason: {{.?}}the query is changed before the truncation test
#pragma regtt traversal
static void byReference(Query *q, Node *n) {
  if (!n)
    return;
  float *best = &q->best;
  *best += n->x;
  if (n->x > q->x)
    return;
  byReference(q, n->left);
  byReference(q, n->right);
}

// Sums of floating point and counts that are read depend on the order.
// CHECK-LABEL: name: {{ *}}sums{{$}}
// CHECK: pureTruncation: {{.*}}holds: true
// CHECK: constantArgs: {{.*}}holds: false, reason: {{.?}}{{'+}}depth{{'+}} changes from call to call
// CHECK: orderFree: {{.*}}holds: false, reason: {{.?}}{{'+}}q->best{{'+}} is more than an integer count
// EXPLAIN-LABEL: traits.cpp:[[#]]: sums
// EXPLAIN: variant static_ropes: not legal, it needs constantArgs, but 'depth' changes from call to call
#pragma regtt traversal
static void sums(Query *q, Node *n, int depth) {
  if (!n)
    return;
  if (n->x > q->x)
    return;
  q->best += n->x;
  sums(q, n->left, depth + 1);
  sums(q, n->right, depth + 1);
}

// CHECK-LABEL: name: {{ *}}guarded{{$}}
// CHECK: slotsClosed: {{.*}}holds: false, reason: {{.?}}a child{{'+}}s visit depends on an earlier one{{'+}}s
// CHECK: noGuards: {{.*}}holds: false, reason: {{.?}}a condition is evaluated when its rope is taken
// CHECK: orderFree: {{.*}}holds: false, reason: {{.?}}what is visited depends on earlier visits
// EXPLAIN-LABEL: traits.cpp:[[#]]: guarded
// EXPLAIN: variant static_ropes: not legal, it needs slotsClosed, but a child's visit depends on an earlier one's
// EXPLAIN: variant autoropes: legal, preferred
#pragma regtt traversal
static void guarded(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  guarded(q, n->left);
  if (q->count < 100)
    guarded(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    pure(&queries[i], root);
  static Sums all[4];
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    rounds(&all[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    says(&all[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    wholes(&all[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    before(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    inside(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    byReference(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    sums(&queries[i], root, 0);
#pragma regtt parallel variant(autoropes)
  for (int i = 0; i < 4; ++i)
    guarded(&queries[i], root);
}
