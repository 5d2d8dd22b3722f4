// What is evaluated when: effects are statements, in C++17's order.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
int f();
int g();

// The right side of an assignment comes first.
#pragma regtt traversal
void assignments(int *a, int i) {
  a[i++] = i;
  a[f()] = g();
  a[f()] += g();
  i += i++;
  (i = 4) += 3;
}

// The old value of `i++`, the new one of `++i`.
#pragma regtt traversal
int steps(int *p, int i) {
  int old = i++ - 1;
  int both = ++(++i);
  *p++ = 9;
  return old + both + *++p;
}

// The second operand has effects only where it is evaluated.
#pragma regtt traversal
int shortCircuit(int i) {
  if (i > 0 && f() > i)
    return 1;
  bool known = f() || (i = 3) != 0;
  return known && i++ ? i : 0;
}

// What an earlier operand has read is kept.
#pragma regtt traversal
int kept(int i) {
  int first[2] = {i, i++};
  return (f(), first[1]) - 2;
}

// CHECK: fn traversal @assignments(%a: ptr i32, %i: i32) -> void {
// CHECK-NEXT:   let %t: i32 = load %i
// CHECK-NEXT:   let %t.2: ptr i32 = load %a
// CHECK-NEXT:   let %t.3: i32 = load %i
// CHECK-NEXT:   store %i = add(%t.3, 1:i32)
// CHECK-NEXT:   store %t.2[%t.3] = %t
// CHECK-NEXT:   let %t.4: i32 = call @g()
// CHECK-NEXT:   let %t.5: ptr i32 = load %a
// CHECK-NEXT:   let %t.6: i32 = call @f()
// CHECK-NEXT:   store %t.5[%t.6] = %t.4
// CHECK-NEXT:   let %t.7: i32 = call @g()
// CHECK-NEXT:   let %t.8: ptr i32 = load %a
// CHECK-NEXT:   let %t.9: i32 = call @f()
// CHECK-NEXT:   store %t.8[%t.9] = add(load %t.8[%t.9], %t.7)
// CHECK-NEXT:   let %t.10: i32 = load %i
// CHECK-NEXT:   store %i = add(%t.10, 1:i32)
// CHECK-NEXT:   store %i = add(load %i, %t.10)
// CHECK-NEXT:   store %i = 4:i32
// CHECK-NEXT:   store %i = add(load %i, 3:i32)
// CHECK-NEXT: }
// CHECK: fn traversal @steps(%p: ptr i32, %i: i32) -> i32 {
// CHECK-NEXT:   let %t: i32 = load %i
// CHECK-NEXT:   store %i = add(%t, 1:i32)
// CHECK-NEXT:   let %old: i32 = sub(%t, 1:i32)
// CHECK-NEXT:   store %i = add(load %i, 1:i32)
// CHECK-NEXT:   store %i = add(load %i, 1:i32)
// CHECK-NEXT:   let %both: i32 = load %i
// CHECK-NEXT:   let %t.2: ptr i32 = load %p
// CHECK-NEXT:   store %p = ptradd(%t.2, 1:i64)
// CHECK-NEXT:   store (*%t.2) = 9:i32
// CHECK-NEXT:   store %p = ptradd(load %p, 1:i64)
// CHECK-NEXT:   return add(add(%old, %both), load (*%p))
// CHECK-NEXT: }
// CHECK: fn traversal @shortCircuit(%i: i32) -> i32 {
// CHECK-NEXT:   var %t: bool = gt(load %i, 0:i32)
// CHECK-NEXT:   if load %t {
// CHECK-NEXT:     let %t.2: i32 = call @f()
// CHECK-NEXT:     store %t = gt(%t.2, load %i)
// CHECK-NEXT:   }
// CHECK-NEXT:   if load %t {
// CHECK-NEXT:     return 1:i32
// CHECK-NEXT:   }
// CHECK-NEXT:   let %t.3: i32 = call @f()
// CHECK-NEXT:   var %t.4: bool = tobool<bool>(%t.3)
// CHECK-NEXT:   if lnot(load %t.4) {
// CHECK-NEXT:     store %i = 3:i32
// CHECK-NEXT:     store %t.4 = ne(3:i32, 0:i32)
// CHECK-NEXT:   }
// CHECK-NEXT:   let %known: bool = load %t.4
// CHECK-NEXT:   var %t.5: bool = %known
// CHECK-NEXT:   if load %t.5 {
// CHECK-NEXT:     let %t.6: i32 = load %i
// CHECK-NEXT:     store %i = add(%t.6, 1:i32)
// CHECK-NEXT:     store %t.5 = tobool<bool>(%t.6)
// CHECK-NEXT:   }
// CHECK-NEXT:   return select(load %t.5, load %i, 0:i32)
// CHECK-NEXT: }
// CHECK: fn traversal @kept(%i: i32) -> i32 {
// CHECK-NEXT:   let %t: i32 = load %i
// CHECK-NEXT:   let %t.2: i32 = load %i
// CHECK-NEXT:   store %i = add(%t.2, 1:i32)
// CHECK-NEXT:   var %first: [2 x i32] = aggregate<[2 x i32]>(%t, %t.2)
// CHECK-NEXT:   call @f()
// CHECK-NEXT:   return sub(load %first[1:i32], 2:i32)
// CHECK-NEXT: }
// CHECK: fn @g() -> i32
// CHECK: fn @f() -> i32
