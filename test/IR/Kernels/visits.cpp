// Traversals as kernels: data by number, children asked for, calls in their
// places, guards, what runs once calls are made, helpers.
// RUN: regtt-cc --emit=kernel --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc --emit=kernel --target=cpu %s -o - \
// RUN:   | FileCheck %s --check-prefix=RESUME
// RUN: regtt-cc --emit=kernel --target=cpu %s -o - | regtt-opt --passes=verify - \
// RUN:   > /dev/null

struct Node {
  float x;
  int id;
  Node *left, *right;
};
struct Query {
  float at, best;
  int found;
};

static void consider(Query &q, const Node &n) {
  const float d = q.at - n.x;
  if (d * d < q.best) {
    q.best = d * d;
    q.found = n.id;
  }
}

// CHECK: # @nearest:
// CHECK: #   own([[AT:[0-9]+]]): q.at
// CHECK: #   node([[X:[0-9]+]]): n->x
// CHECK: #   own([[BEST:[0-9]+]]): q.best
// CHECK-LABEL: fn @nearest::consider() -> void {
// CHECK: store own([[BEST]]: f32) = mul(%d, %d)

// CHECK-LABEL: fn @nearest::guard0(%d: f32) -> bool {
// CHECK-NEXT: return lt(mul(load %d, load %d), load own([[BEST]]: f32))

// CHECK-LABEL: kernel @nearest(queries)(%self: link @Node) -> void {
// CHECK-NEXT: call @nearest::consider()
// CHECK-NEXT: let %d: f32 = sub(load own([[AT]]: f32), load node([[X]]: f32))
// CHECK-NEXT: let %near: link @Node = select(lt(%d,
// CHECK: visit @nearest(%near) at 0:i32
// CHECK-NEXT: visit @nearest(%far) at 1:i32 when @nearest::guard0(%d)
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  consider(q, *n);
  const float d = q.at - n->x;
  const Node *near = d < 0 ? n->left : n->right;
  const Node *far = d < 0 ? n->right : n->left;
  nearest(q, near);
  if (d * d < q.best)
    nearest(q, far);
}

// What follows a call is a function of its own, given what lives there.
// CHECK-LABEL: kernel @between(queries)(%self: link @Node, %depth: i32) -> void {
// CHECK: let %before: i32 =
// CHECK-NEXT: visit @between(lib "rt::child"<link @Node>(0:i32), add(load %depth, 1:i32)) at 0:i32
// CHECK-NEXT: resume @between::resume0(load %depth, %before)
// RESUME-LABEL: fn @between::resume0(%depth: i32, %before: i32) -> void {
// RESUME: visit @between(lib "rt::child"<link @Node>(1:i32)
#pragma regtt traversal
static void between(Query &q, const Node *n, int depth) {
  if (!n)
    return;
  const int before = q.found;
  between(q, n->left, depth + 1);
  q.found = q.found * 3 + before + depth;
  between(q, n->right, depth + 1);
}

void run(Query *queries, int n, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    nearest(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    between(queries[i], root, 0);
}
