// std::min, std::max and std::swap: values, objects, and three stores.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
#include <algorithm>
#include <cmath>
#include <utility>
struct Pair {
  float x, y;
};

#pragma regtt traversal
float values(float a, float b) {
  a = std::min(a, b + 1);
  return std::max(std::sqrt(a), 0.0f) + std::fabs(b);
}

// Which of the two objects it is: the variable may change later.
#pragma regtt traversal
int objects(int low, int high) {
  const int &least = std::min(low, high);
  low = 100;
  return least;
}

#pragma regtt traversal
int swaps(Pair &p, Pair *q, int i) {
  std::swap(p.x, p.y);
  std::swap(p, q[i]);
  return std::exchange(i, 5) + 1;
}

// CHECK: struct @Pair size 8 align 4 { x: f32 @0, y: f32 @4 }
// CHECK: fn traversal @values(%a: f32, %b: f32) -> f32 {
// CHECK-NEXT:   store %a = lib "std::min"<f32>(load %a, add(load %b, inttofloat<f32>(1:i32)))
// CHECK-NEXT:   return add(lib "std::max"<f32>(lib "std::sqrt"<f32>(load %a), 0x0p0:f32), lib "std::fabs"<f32>(load %b))
// CHECK-NEXT: }
// CHECK: fn traversal @objects(%low: i32, %high: i32) -> i32 {
// CHECK-NEXT:   let %t: ref i32 = select(lt(load %high, load %low), refof %high, refof %low)
// CHECK-NEXT:   let %least: ref i32 = %t
// CHECK-NEXT:   store %low = 100:i32
// CHECK-NEXT:   return load (*%least)
// CHECK-NEXT: }
// CHECK: fn traversal @swaps(%p: ref @Pair, %q: ptr @Pair, %i: i32) -> i32 {
// CHECK-NEXT:   let %t: f32 = load %p->x
// CHECK-NEXT:   store %p->x = load %p->y
// CHECK-NEXT:   store %p->y = %t
// CHECK-NEXT:   let %t.2: ref @Pair = refof %q[load %i]
// CHECK-NEXT:   let %t.3: @Pair = load (*%p)
// CHECK-NEXT:   store (*%p) = load (*%t.2)
// CHECK-NEXT:   store (*%t.2) = %t.3
// CHECK-NEXT:   let %t.4: i32 = load %i
// CHECK-NEXT:   store %i = 5:i32
// CHECK-NEXT:   return add(%t.4, 1:i32)
// CHECK-NEXT: }
