// Children are numbered in the order of their first calls, not of their fields
// or their first mention.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
struct Node {
  float x;
  struct {
    Node *more, *less;
  } link;
  Node *middle;
  Node *child[3];
};
struct Query {
  float x;
  int count;
};

// CHECK: slots:
// CHECK-NEXT: text: 'n->child', {{.*}}, count: 3,
// CHECK-NEXT: text: 'n->middle', {{.*}}, first: 3,
// CHECK-NEXT: text: 'n->link.less', {{.*}}, first: 4,
// CHECK-NEXT: text: 'n->link.more', {{.*}}, first: 5,
// CHECK-NEXT: numSlots: 6
#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n || (!n->link.more && !n->middle))
    return;
  q->count++;
  for (int i = 0; i < 3; ++i)
    visit(q, n->child[i]);
  Node *next = n->link.less;
  visit(q, n->middle);
  visit(q, next);
  visit(q, n->link.more);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    visit(&queries[i], root);
}
