/* What only C has: members of values, designators, comparisons that are ints. */
// RUN: regtt-cc --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
struct Point {
  int x;
  double y[2];
};
struct Point make(int x);

#pragma regtt traversal
int values(int a, int b) {
  struct Point p = {.x = a}, *q = &(struct Point){3};
  _Bool less = a < b;
  int known = a ?: b;
  a = b = make(2).x;
  return (a == b) + !q->x + less + known + p.x;
}

// CHECK: struct @Point size 24 align 8 { x: i32 @0, y: [2 x f64] @8 }
// CHECK: fn traversal @values(%a: i32, %b: i32) -> i32 {
// CHECK-NEXT:   let %p: @Point = aggregate<@Point>(load %a, zero:[2 x f64])
// CHECK-NEXT:   var %t: @Point
// CHECK-NEXT:   store %t = aggregate<@Point>(3:i32, zero:[2 x f64])
// CHECK-NEXT:   let %q: ptr @Point = addressof %t
// CHECK-NEXT:   let %less: bool = lt(load %a, load %b)
// CHECK-NEXT:   let %t.2: i32 = load %a
// CHECK-NEXT:   let %known: i32 = select(tobool<bool>(%t.2), %t.2, load %b)
// CHECK-NEXT:   var %t.3: @Point
// CHECK-NEXT:   let %t.4: @Point = call @make(2:i32)
// CHECK-NEXT:   store %t.3 = %t.4
// CHECK-NEXT:   let %t.5: i32 = load %t.3.x
// CHECK-NEXT:   store %b = %t.5
// CHECK-NEXT:   store %a = %t.5
// CHECK-NEXT:   return add(add(add(add(inttoint<i32>(eq(load %a, load %b)), inttoint<i32>(lnot(tobool<bool>(load %q->x)))), inttoint<i32>(%less)), %known), load %p.x)
// CHECK-NEXT: }
// CHECK: fn @make(%x: i32) -> @Point
