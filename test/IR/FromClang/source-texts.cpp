// Statements of an annotated loop's body, and conditions there, have the range
// of the user's text: file, line, column and bytes.
// RUN: regtt-cc --emit=loop %s -o - | FileCheck %s
// RUN: regtt-cc --emit=loop %s -o - | regtt-opt --print-sources - | FileCheck %s
struct Node {
  float x;
  Node *l, *r;
};
struct Query {
  float sum;
};
int twice(int n);
#define ADD(x, y) x += y
#define ADDED(x) x += 1; x += 2
#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->sum += n->x;
  visit(q, n->l);
  visit(q, n->r);
}
void run(Query *q, Node *root, int count, float *out, int total) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    // Both are one text.
    // CHECK: #1:[[@LINE+2]]:5:29 var %a: i32 !1:[[@LINE+2]]:9:1
    // CHECK-NEXT: #1:[[@LINE+1]]:5:29 let %b: i32 !1:[[@LINE+1]]:16:1
    int a = i, b = 2 * i +
    1;
    // CHECK: #1:[[@LINE+2]]:5:13 let %t: i32 !1:[[@LINE+2]]:9:0 = call @twice
    // CHECK: #1:[[@LINE+1]]:5:13 store %a
    a = twice(b);
    // CHECK: #1:[[@LINE+1]]:5:10 store %a
    ADD(a, 2);
    // CHECK: #1:[[@LINE+1]]:5:0 store %a
    ADDED(a);
    // CHECK: #1:[[@LINE+2]]:5:60 if !1:[[@LINE+2]]:9:5 lt
    // CHECK: #1:[[@LINE+2]]:7:18 call @visit
    if (a < 3 /* is */) {
      visit(&q[i], root)
      ;
    }
    // CHECK: #1:[[@LINE+1]]:5:25 while !
    while (a > 0) { a -= 2; }
    // CHECK: #1:[[@LINE+1]]:5:22 store
    out[i] = q[i].sum + a;
    // Each part has its name.
    // CHECK: #1:[[@LINE+2]]:5:19 let %bound: ref @Query
    // CHECK-NEXT: #1:[[@LINE+1]]:5:19 let %sum: ref f32 !1:[[@LINE+1]]:12:3 = {{.*}}refof %bound->sum
    auto &[sum] = q[i];
    using Real = float;
    // CHECK: #1:[[@LINE+1]]:5:0 store
    out[i] += Real(a);
  }
}
