/* What C leaves open where C++ does not; and what it has that C++ has not. */
// RUN: regtt-cc --emit=ir --target=cpu %s -o - | FileCheck %s
int f(void);

#pragma regtt traversal
int open(int *a, int i) {
  a[i] = i++;
  return i;
}
#pragma regtt traversal
int closed(int *a, int i) {
  a[i] = i;
  return i++;
}
#pragma regtt traversal
int sized(int n) {
  int room[n];
  return sizeof room;
}
#pragma regtt traversal
int constant(int n) {
  int room[4] = {[2] = n};
  _Bool odd = n & 1;
  return sizeof room + (odd == !n) + room[2];
}
struct Point {
  int x;
};
int first(struct Point *p);
#pragma regtt traversal
int outlives(int n) {
  struct Point *q;
  return n && (q = &(struct Point){n}) && first(q);
}
#pragma regtt traversal
int inTime(int n) {
  struct Point *q = &(struct Point){n};
  return n && first(q);
}

// CHECK: fn traversal @open(%a: ptr i32, %i: i32) -> i32{{$}}
// CHECK: fn traversal @closed(%a: ptr i32, %i: i32) -> i32 {
// CHECK: fn traversal @sized(%n: i32) -> i32{{$}}
// CHECK: fn traversal @constant(%n: i32) -> i32 {
// CHECK: fn traversal @outlives(%n: i32) -> i32{{$}}
// CHECK: fn traversal @inTime(%n: i32) -> i32 {
// CHECK: fn @first(%p: ptr @Point) -> i32{{$}}
// CHECK: // not lowered: @open: {{.*}}:7:10: operands whose order C leaves open
// CHECK-NEXT: // not lowered: @sized: {{.*}}:17:7: data of type 'int[n]' cannot be copied to a device: 'room'
// CHECK-NEXT: // not lowered: @sized: {{.*}}:18:10: UnaryExprOrTypeTraitExpr
// CHECK-NEXT: // not lowered: @outlives: {{.*}}:33:10: an operand with an object of its own
