// What hides a global that visits read is declared with the loop, though the
// loop does not name it: the host file cannot name the global there.
//
// RUN: regtt-cc --emit=loop %s -o - | FileCheck %s

struct node {
  float x;
  struct node *l, *r;
};
struct query {
  float sum;
};
static float scale = 2, shift;

#pragma regtt traversal
static void visit(struct query *q, struct node *n) {
  if (!n)
    return;
  q->sum += scale * n->x + shift;
  visit(q, n->l);
  visit(q, n->r);
}

// CHECK-LABEL: fn @loop() -> void {
// CHECK-NOT:     %shift
// CHECK:         var %scale: i32
// CHECK-NOT:     %shift
// CHECK:         parallel for {
void all(struct query *queries, struct node *root, int scale) {
  int i;
  (void)scale;
  {
#pragma regtt parallel
    for (i = 0; i < 9; ++i)
      visit(&queries[i], root);
  }
}
