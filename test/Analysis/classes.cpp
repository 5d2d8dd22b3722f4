// The class follows from the call sets: which children each way through the
// body calls, and in which order.
// RUN: regtt-cc --emit=kernel %s | grep -E '^(name|class|classReason):' \
// RUN:   | FileCheck %s
// RUN: regtt-cc --explain --emit=kernel %s 2>&1 >%t | grep -A21 'fixed$' | FileCheck %s --check-prefix=FIXED
// RUN: FileCheck %s --check-prefix=CLOSED --input-file=%t
struct Node {
  float x;
  int side;
  Node *left, *right;
  Node *child[3];
};
struct Query {
  float x, best;
  int count;
};
// CHECK: name: {{ *}}fixed{{$}}
// CHECK-NEXT: classReason: {{.*}}children are always visited in the same order
// CLOSED-LABEL: name: {{ *}}fixed{{$}}
// CLOSED: slotsClosed: {{.*}}holds: true
// FIXED: class: STMD-static (children are always visited in the same order)
// FIXED: variant lane_lockstep: legal, not asked for, on no target; keeps each query's order of visits
// FIXED: variant lane_ropes: legal, not asked for, on no target; keeps each query's order of visits
// FIXED: variant lane_recursion: legal, not asked for, on no target; keeps each query's order of visits
// FIXED: variant static_ropes: legal, preferred for queries as they come; keeps each query's order of visits
// FIXED: variant autoropes: legal; keeps each query's order of visits
// FIXED: variant static_lockstep: legal, on cuda; keeps each query's order of visits
// FIXED: variant lockstep: legal, not asked for, on cuda; keeps each query's order of visits
// FIXED: targets: cuda cpu
#pragma regtt traversal
static void fixed(Query *q, Node *n) {
  if (!n || n->x > q->x)
    return;
  q->count++;
  fixed(q, n->left);
  fixed(q, n->right);
}

// A null test before a call splits nothing, nor does one that skips it.
// CHECK: name: {{ *}}tested{{$}}
// CLOSED-LABEL: name: {{ *}}tested{{$}}
// CLOSED: slotsClosed: {{.*}}holds: true
#pragma regtt traversal
static void tested(Query *q, Node *n) {
  q->count++;
  if (n->left)
    tested(q, n->left);
  Node *right = n->right;
  if (right != nullptr)
    tested(q, right);
  for (int i = 0; i < 3; ++i) {
    Node *c = n->child[i];
    if (!c)
      continue;
    tested(q, c);
  }
}

// Some children on some ways, but never in another order.
// CHECK: name: {{ *}}some{{$}}
// CLOSED-LABEL: name: {{ *}}some{{$}}
// CLOSED: fixedOrder: {{.*}}holds: true
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits 1 of 2 children
#pragma regtt traversal
static void some(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  if (n->x > q->x)
    some(q, n->left);
  some(q, n->right);
}

// CHECK: name: {{ *}}both{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}the order of n->left and n->right differs from path to path
// CLOSED-LABEL: name: {{ *}}both{{$}}
// CLOSED: fixedOrder: {{.*}}holds: false, reason: {{.?}}the order of n->left and n->right differs from path to path
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits the children in another order
#pragma regtt traversal
static void both(Query *q, Node *n) {
  if (!n)
    return;
  if (q->x < n->x) {
    both(q, n->left);
    both(q, n->right);
  } else {
    both(q, n->right);
    both(q, n->left);
  }
  return;
}

// CHECK: name: {{ *}}chosen{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}which child is visited is chosen by data
#pragma regtt traversal
static void chosen(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  chosen(q, n->child[n->side]);
  chosen(q, n->child[2 - n->side]);
}

// CHECK: name: {{ *}}ternary{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}which child is visited is chosen by data
#pragma regtt traversal
static void ternary(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  Node *near = q->x < n->x ? n->left : n->right;
  ternary(q, near);
  ternary(q, q->x < n->x ? n->right : n->left);
}

// CHECK: name: {{ *}}topDown{{$}}
// CHECK-NEXT: class: {{ *}}STMD-top-down{{$}}
// CHECK-NEXT: classReason: {{.*}}at most one child is visited per node
#pragma regtt traversal
static void topDown(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  if (q->x < n->x) {
    topDown(q, n->left);
    return;
  }
  topDown(q, n->side ? n->right : n->child[1]);
}

// CHECK: name: {{ *}}loop{{$}}
// CLOSED-LABEL: name: {{ *}}loop{{$}}
// CLOSED: slotsClosed: {{.*}}holds: true
#pragma regtt traversal
static void loop(Query *q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < 5; ++k)
    if (k > n->side)
      break;
  q->count++;
  for (int i = 0; i < 3; ++i)
    loop(q, n->child[i]);
}

// Children may be left out: by break, by continue, by a loop that starts late.
// CHECK: name: {{ *}}stops{{$}}
// CLOSED-LABEL: name: {{ *}}stops{{$}}
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits {{[12]}} of 3 children
#pragma regtt traversal
static void stops(Query *q, Node *n) {
  q->count++;
  for (int i = 0; i < 3; ++i) {
    if (!n->child[i])
      break;
    stops(q, n->child[i]);
  }
}

// CHECK: name: {{ *}}skips{{$}}
// CLOSED-LABEL: name: {{ *}}skips{{$}}
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits {{[12]}} of 3 children
#pragma regtt traversal
static void skips(Query *q, Node *n) {
  q->count++;
  for (int i = 0; i < 3; ++i) {
    if (i == n->side)
      continue;
    if (n->child[i])
      skips(q, n->child[i]);
  }
}

// A path that returns ends there.
// CHECK: name: {{ *}}late{{$}}
// CLOSED-LABEL: name: {{ *}}late{{$}}
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits 2 of 3 children
#pragma regtt traversal
static void late(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  late(q, n->child[0]);
  late(q, n->child[1]);
  if (n->side)
    return;
  late(q, n->child[2]);
}

// CHECK: name: {{ *}}reversed{{$}}
// CLOSED-LABEL: name: {{ *}}reversed{{$}}
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits the children in another order
#pragma regtt traversal
static void reversed(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  for (int i = 0; i < 3; ++i)
    reversed(q, n->child[2 - i]);
}

// Exchanged on some ways: guided. On all of them: another order, the same one.
// CHECK: name: {{ *}}exchanged{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}the order of n->left and n->right differs from path to path
#pragma regtt traversal
static void exchanged(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  Node *near = n->left, *far = n->right;
  if (q->x > n->x) {
    near = n->right;
    far = n->left;
  }
  exchanged(q, near);
  exchanged(q, far);
}

// CHECK: name: {{ *}}turned{{$}}
// CLOSED-LABEL: name: {{ *}}turned{{$}}
// CLOSED: slotsClosed: {{.*}}holds: false, reason: {{.?}}a path visits the children in another order
#pragma regtt traversal
static void turned(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  Node *first = n->left, *second = n->right, *t = first;
  first = second;
  second = t;
  turned(q, first);
  turned(q, second);
}

// A loop without calls may leave either child in either local.
// CHECK: name: {{ *}}shuffled{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}which child is visited is chosen by data
#pragma regtt traversal
static void shuffled(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  Node *first = n->left, *second = n->right;
  for (int i = 0; i < n->side; ++i) {
    Node *t = first;
    first = second;
    second = t;
  }
  shuffled(q, first);
  shuffled(q, second);
}

// A switch over calls: two orders, or the same one in all cases.
// CHECK: name: {{ *}}switched{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}the order of n->left and n->right differs from path to path
#pragma regtt traversal
static void switched(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  switch (n->side) {
  case 0:
    switched(q, n->left);
    switched(q, n->right);
    break;
  case 1:
    switched(q, n->right);
    switched(q, n->left);
  }
}

// CHECK: name: {{ *}}alike{{$}}
// CHECK: name: {{ *}}falls{{$}}
// CHECK: name: {{ *}}fallsBack{{$}}
// CHECK-NEXT: class: {{ *}}STMD-dynamic{{$}}
// CHECK-NEXT: classReason: {{.*}}n->right is visited twice on one path
#pragma regtt traversal
static void alike(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  switch (n->side) {
  case 0:
    alike(q, n->left);
    alike(q, n->right);
    break;
  default:
    if (q->best > 1)
      break;
    alike(q, n->right);
  }
}

#pragma regtt traversal
static void falls(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  switch (n->side) {
  case 0:
    falls(q, n->left);
  case 1:
    falls(q, n->right);
  }
}

#pragma regtt traversal
static void fallsBack(Query *q, Node *n) {
  if (!n || q->count++ > 9)
    return;
  switch (n->side) {
  case 0:
    fallsBack(q, n->right);
  case 1:
    fallsBack(q, n->left);
  case 2:
    fallsBack(q, n->right);
  }
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    fixed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    tested(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    some(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    both(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    chosen(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    ternary(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    topDown(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    loop(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    stops(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    skips(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    late(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    reversed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    exchanged(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    turned(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    shuffled(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    switched(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    alike(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    falls(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    fallsBack(&queries[i], root);
}
