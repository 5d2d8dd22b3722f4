// Floating-point work that the node alone decides is done when the tree is laid
// out, where its record does not grow by it.
// RUN: regtt-cc --emit=model %s | FileCheck %s
// RUN: regtt-cc --layout=plain --emit=model %s | FileCheck --check-prefix=PLAIN %s
// RUN: not regtt-cc --layout=tight --emit=model %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// PLAIN-NOT: invariants of
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
// CHECK-LABEL: traversal sums:
// CHECK: read (n->lo[i] + n->hi[i]) * scale: float[3], record 0
// CHECK-NEXT: read std::sqrt(size): float, record 0
// CHECK: helper far
// CHECK-NEXT: let d = 0
// CHECK-NEXT: loop while i < 3
// CHECK-NEXT: let middle = (n->lo[i] + n->hi[i]) * scale
// CHECK-NEXT: do d += (q.x[i] - middle) * (q.x[i] - middle)
// CHECK-NEXT: return std::sqrt(d) - std::sqrt(size) > 1
// CHECK: invariants of far
// CHECK-NEXT: let size = 0
// CHECK-NEXT: loop while i < 3
// CHECK-NEXT: let middle =
// CHECK-NEXT: keep middle = middle
// CHECK-NEXT: let side = n->hi[i] - middle
// CHECK-NEXT: do size += side * side
// CHECK-NEXT: keep sqrt_size = std::sqrt(size)
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
// CHECK-LABEL: traversal widths:
// CHECK-DAG: read 1 / n->mass: float, record 0
// CHECK-DAG: read n->weight: float, record 0
// CHECK-DAG: read n->lo: float[3], record 0
// CHECK-NOT: keep {{[^m]}}
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
// CHECK-LABEL: traversal decided:
// CHECK: invariants of decided
// CHECK-NEXT: keep branch = n->lo[0] * 2
// CHECK-NEXT: keep handed = n->lo[1] * n->lo[2]
// CHECK-NEXT: enter
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
