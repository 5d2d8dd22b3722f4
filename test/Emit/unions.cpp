// Unions in slices: mirrored with their members where they stand, in C for the
// header. Elements that data choose are looked at one by one where all numbers
// of the union are of one type; where they are not, by the union's own name, as
// C++ lets them be.
// RUN: regtt-cc %s --emit=cpu -o - | FileCheck %s
// RUN: regtt-cc %s --emit=header -o - | FileCheck %s --check-prefix=HEADER
// RUN: regtt-cc -c --target=cpu -Wall -Wextra -Werror %s -o %t.o

union Vec {
  struct {
    float x, y;
  };
  float v[2];
};
union Bits {
  float f[2];
  unsigned u[2];
};
struct Limits {
  int kind;
  union {
    float radius;
    int count;
  };
};
struct Node {
  int axis;
  Vec at;
  Node *left, *right;
};
struct Query {
  Vec at;
  Bits bits;
  union {
    float f;
    int i;
  };
};

// HEADER: struct regtt_Limits {
// HEADER-NEXT: int kind;
// HEADER-NEXT: __extension__ union {
// HEADER-NEXT: float radius;
// HEADER-NEXT: int count;
// HEADER-NEXT: };
// HEADER-NEXT: };

// CHECK: union Vec {
// CHECK-NEXT: struct {
// CHECK-NEXT: float x;
// CHECK-NEXT: float y;
// CHECK-NEXT: };
// CHECK-NEXT: float v[2];
// CHECK-NEXT: };
// CHECK-NEXT: static_assert(sizeof(Vec) == 8);
// CHECK: union Bits {
// CHECK-NEXT: float f[2];
// CHECK-NEXT: unsigned int u_[2];
// CHECK-NEXT: };
// CHECK: union union_ {
// CHECK: using Limits = regtt_Limits;
// CHECK: rt::put(q.at.v, n.axis, rt::at(q.at.v, n.axis) + n.at_v[0]);
// CHECK-NEXT: q.bits.f[n.axis] += q.at.y;
// CHECK-NEXT: q.f.i ^= static_cast<int>(q.bits.u_[n.axis]);
// CHECK-NEXT: q.f.f += limits.radius + rt::at(n.at_v, n.axis);
#pragma regtt traversal
static void visit(Query &q, const Node *n, Limits limits) {
  if (!n)
    return;
  q.at.v[n->axis] += n->at.x;
  q.bits.f[n->axis] += q.at.y;
  q.i ^= static_cast<int>(q.bits.u[n->axis]);
  q.f += limits.radius + n->at.v[n->axis];
  limits.count += limits.kind;
  visit(q, n->left, limits);
  visit(q, n->right, limits);
}

void run(Query *queries, int count, const Node *root, const Limits &limits) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(queries[i], root, limits);
}
