// Which numbers of a query say where it lies: those that no visit changes,
// integers only where there are no others; and what the clause reorder becomes.
// RUN: regtt-cc --emit=cpu %s | FileCheck %s
// RUN: regtt-cc --emit=host %s | FileCheck %s --check-prefix=HOST
// RUN: regtt-cc --emit=kernel %s | FileCheck %s --check-prefix=KERNEL
#include "../Inputs/tree.h"

struct Vector {
  double x, y;
  int tag;
};
struct Ray {
  Vector from, to[2];
  float length, found;
  int id;
};
struct Key {
  unsigned number;
  long long found;
};

// CHECK: std::array<rt::Coordinate, 6> coordinates
// CHECK-NEXT: rt::Coordinate::Double, 1},{{ +}}// r->from.x
// CHECK-NEXT: rt::Coordinate::Double, 1},{{ +}}// r->to
// CHECK-NEXT: rt::Coordinate::Double, 1},{{ +}}// r->to
// CHECK-NEXT: rt::Coordinate::Double, 1},{{ +}}// r->to
// CHECK-NEXT: rt::Coordinate::Double, 1},{{ +}}// r->to
// CHECK-NEXT: rt::Coordinate::Float, 1},{{ +}}// r->length
// CHECK-NEXT: }};
#pragma regtt traversal
static void cast(Ray *r, const Node *n) {
  if (!n || n->x > r->from.x + r->to[0].y)
    return;
  r->found += n->x * r->length + float(r->id);
  cast(r, n->left);
  cast(r, n->right);
}

// CHECK: std::array<rt::Coordinate, 1> coordinates
// CHECK-NEXT: rt::Coordinate::UnsignedInt, 1},{{ +}}// k->number
// CHECK-NEXT: }};
#pragma regtt traversal
static void find(Key *k, const Node *n) {
  if (!n)
    return;
  k->found += n->leaf;
  find(k, n->leaf < int(k->number) ? n->left : n->right);
}

void run(Ray *rays, Key *keys, Node *root) {
// KERNEL: order: CURVE
// KERNEL-NEXT: orderLevels: 12
// HOST: {{^}}regtt_call.reorder = REGTT_ORDER_CURVE;
// HOST-NEXT: {{^}}regtt_call.reorder_levels = 12;
#pragma regtt parallel reorder(curve : 12)
  for (int i = 0; i < 9; ++i)
    cast(&rays[i], root);
// KERNEL: order: NONE
// HOST: {{^}}regtt_call.reorder = REGTT_ORDER_NONE;
// HOST-NOT: {{^}}regtt_call.reorder_levels
#pragma regtt parallel reorder(none)
  for (int i = 0; i < 9; ++i)
    find(&keys[i], root);
}
