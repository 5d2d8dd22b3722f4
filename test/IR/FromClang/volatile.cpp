// What is volatile is read as often as the user reads it.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
volatile int flag;

#pragma regtt traversal
int reads(volatile int *p) {
  (void)flag;
  flag++;
  int a = flag;
  while (*p)
    a = *p;
  return a;
}

// CHECK: global volatile @flag: i32
// CHECK: fn traversal @reads(%p: ptr volatile i32) -> i32 {
// CHECK-NEXT:   let %t: i32 = load @flag
// CHECK-NEXT:   store @flag = add(load @flag, 1:i32)
// CHECK-NEXT:   let %t.2: i32 = load @flag
// CHECK-NEXT:   var %a: i32 = %t.2
// CHECK-NEXT:   while {
// CHECK-NEXT:     let %t.3: i32 = load (*%p)
// CHECK-NEXT:   } tobool<bool>(%t.3) {
// CHECK-NEXT:     let %t.4: i32 = load (*%p)
// CHECK-NEXT:     store %a = %t.4
// CHECK-NEXT:   }
// CHECK-NEXT:   return load %a
// CHECK-NEXT: }
