// Value structs are mirrored with what C++ needs to have their fields where the
// user's are: alignments, and bits that have no name. Two loops share a mirror.
// RUN: regtt-cc %s --emit=cpu -o - | FileCheck %s
// RUN: regtt-cc %s --emit=header -o - | FileCheck %s --check-prefix=HEADER
// RUN: regtt-cc -c --target=cpu %s -o %t.o

struct Late {
  char tag;
  alignas(8) float x;
};
struct alignas(16) Whole {
  float x;
};
struct Bits {
  unsigned low : 3;
  unsigned : 5;
  unsigned high : 4;
};
struct Base {
  int id;
  char c;
};
struct Derived : Base {
  char d;
  int id;
};
struct Node {
  Late late;
  Whole whole;
  Bits bits;
  Derived derived;
  Node *left, *right;
};

static float valueOf(const Late &late, const Whole &whole, const Bits &bits,
                     const Derived &derived) {
  return late.x + whole.x + bits.high + derived.id + derived.Base::id +
         derived.d;
}

// CHECK-COUNT-1: struct Late {
// CHECK-NEXT: char tag;
// CHECK-NEXT: alignas(8) float x;
// CHECK-NEXT: };
// CHECK-NEXT: static_assert(sizeof(Late) == 16);
// CHECK: struct Bits {
// CHECK-NEXT: unsigned int low : 3;
// CHECK-NEXT: unsigned : 5;
// CHECK-NEXT: unsigned int high : 4;
// CHECK: struct Base {
// CHECK-NEXT: int id_of_Base;
// CHECK: struct Derived : Base {
// CHECK-NEXT: char d;
// CHECK-NEXT: int id;
// CHECK: using Whole = regtt_Whole;
// CHECK-NOT: struct Late
// HEADER: struct __attribute__((aligned(16))) regtt_Whole {
// HEADER-NEXT: float x;
// HEADER-NEXT: };

#pragma regtt traversal
void sum(float *s, const Node *n, Whole more) {
  if (!n)
    return;
  const Whole own = more;
  *s += valueOf(n->late, own, n->bits, n->derived) + n->whole.x;
  sum(s, n->left, more);
  sum(s, n->right, more);
}

#pragma regtt traversal
void count(int *s, const Node *n) {
  if (!n)
    return;
  const Late late = n->late;
  *s += late.tag;
  count(s, n->left);
  count(s, n->right);
}

void run(float *sums, int *counts, int n, const Node *root, Whole more) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    sum(&sums[i], root, more);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    count(&counts[i], root);
}
