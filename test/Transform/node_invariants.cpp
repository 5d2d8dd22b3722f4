// Floating-point work that the node alone decides is done when the tree is laid
// out, where its record does not grow by it.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
// RUN: regtt-cc --layout=plain --emit=kernel %s | FileCheck --check-prefix=PLAIN %s
// RUN: not regtt-cc --layout=tight --emit=kernel %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// PLAIN-NOT: ::invariants
// UNKNOWN: unknown value 'tight' of --layout; known are auto, plain, hoist
#include <algorithm>
#include <cmath>

struct Query {
  float x[3];
  float sum;
};
struct Node {
  float lo[3], hi[3], mass, weight;
  double wide;
  int count;
  Node *left, *right;
};
static float scale = 3;

// Of an array each element, in the loop that needs it; what is summed up, after
// it. What no value is made of goes.
// CHECK-LABEL: # @sums:
// CHECK: #   node([[MIDDLE:[0-9]+]]): (n->lo[i] + n->hi[i]) * scale
// CHECK-NEXT: #   node([[SIZE:[0-9]+]]): std::sqrt(size)
// CHECK: fn pure @sums::far() -> bool {
// CHECK-NEXT: var %d: f32
// CHECK-NEXT: for {
// CHECK: let %middle: f32 = load node([[MIDDLE]]: [3 x f32])[load %i]
// CHECK-NEXT: store %d = add(load %d, mul(
// CHECK: return gt(sub(lib "std::sqrt"<f32>(load %d), load node([[SIZE]]: f32)),
// CHECK: fn @sums::invariants() -> void {
// CHECK-NEXT: var %size: f32
// CHECK-NEXT: for {
// CHECK: let %middle: f32 = mul(add(
// CHECK-NEXT: store node([[MIDDLE]]: [3 x f32])[load %i] = %middle
// CHECK-NEXT: let %side: f32 = sub(
// CHECK-NEXT: store %size = add(load %size, mul(%side, %side))
// CHECK: store node([[SIZE]]: f32) = lib "std::sqrt"<f32>(load %size)
// CHECK: {{^}}groups:
// CHECK: data: [ [[MIDDLE]], [[SIZE]] ]
// CHECK: sources: {{ *}}[ 0, 1 ]
static bool far(const Query &q, const Node *n) {
  float d = 0, size = 0;
  for (int i = 0; i < 3; ++i) {
    const float middle = (n->lo[i] + n->hi[i]) * scale;
    const float side = n->hi[i] - middle;
    d += (q.x[i] - middle) * (q.x[i] - middle);
    size += side * side;
  }
  return std::sqrt(d) - std::sqrt(size) > 1;
}
#pragma regtt traversal
static void sums(Query &q, const Node *n) {
  if (!n || far(q, n))
    return;
  q.sum += 1;
  sums(q, n->left);
  sums(q, n->right);
}
void runSums(Query *queries, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    sums(queries[i], root);
}

// One number for another of its width is worth it; a wider one is not, nor
// where the field is read as well.
// CHECK-LABEL: # @widths:
// CHECK: #   node([[MASS:[0-9]+]]): n->mass
// CHECK: #   node([[WEIGHT:[0-9]+]]): n->weight
// CHECK: #   node([[LO:[0-9]+]]): n->lo
// CHECK-NEXT: #   node([[INVERSE:[0-9]+]]): 1 / n->mass
// CHECK: fn @widths::invariants() -> void {
// CHECK-NEXT: store node([[INVERSE]]: f32) = div({{.*}}, load node([[MASS]]: f32))
// CHECK-NEXT: }
// CHECK: data: [ [[WEIGHT]], [[LO]], [[INVERSE]] ]
#pragma regtt traversal
static void widths(Query &q, const Node *n) {
  if (!n)
    return;
  q.sum += q.x[0] * (1 / n->mass);
  q.sum += std::sqrt(2.0 * n->weight) > q.x[1] ? 1 : 0;
  q.sum += q.x[0] > n->lo[0] ? q.x[1] - 2 * n->lo[0] : 0;
  widths(q, n->left);
  widths(q, n->right);
}
void runWidths(Query *queries, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    widths(queries[i], root);
}

// What a branch, a break or a query decides is not the node's, as its first value
// is; nor is what a helper changes, or indices.
static void bump(float &x) { x += 1; }
// CHECK-LABEL: # @decided:
// CHECK: #   node([[BRANCH:[0-9]+]]): n->lo[0] * 2
// CHECK-NEXT: #   node([[HANDED:[0-9]+]]): n->lo[1] * n->lo[2]
// CHECK: fn @decided::invariants() -> void {
// CHECK-NEXT: store node([[BRANCH]]: f32) = mul(
// CHECK-NEXT: store node([[HANDED]]: f32) = mul(
// CHECK-NEXT: }
#pragma regtt traversal
static void decided(Query &q, const Node *n) {
  if (!n)
    return;
  float branch = n->lo[0] * 2, broken = 0, handed = n->lo[1] * n->lo[2];
  if (q.x[0] > 1)
    branch = n->hi[0] * 3;
  for (int i = 0; i < 3; ++i) {
    if (q.x[i] > 2)
      break;
    broken += n->hi[i] * n->hi[i];
  }
  bump(handed);
  q.sum += branch + broken + handed + q.x[n->count * 2 % 3];
  decided(q, n->left);
  decided(q, n->right);
}
void runDecided(Query *queries, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    decided(queries[i], root);
}
