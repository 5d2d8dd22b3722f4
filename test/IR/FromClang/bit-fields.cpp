// Bit-fields: where they lie, and that what is read of them is converted.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
struct Bits {
  unsigned low : 3;
  int mid : 4;
  unsigned : 5;
  bool flag : 1;
  long wide : 40;
};

#pragma regtt traversal
int change(Bits *b) {
  b->low = 9;
  b->low += 7;
  b->mid--;
  b->flag = b->wide;
  b->wide <<= 2;
  int mid = (b->mid = 12);
  return mid + b->low;
}

// CHECK: struct @Bits size 8 align 8 {
// CHECK-NEXT:   low: u32 @0:0:3,
// CHECK-NEXT:   mid: i32 @0:3:4,
// CHECK-NEXT:   flag: bool @1:4:1,
// CHECK-NEXT:   wide: i64 @1:5:40
// CHECK-NEXT: }
// CHECK: fn traversal @change(%b: ptr @Bits) -> i32 {
// CHECK-NEXT:   store %b->low = inttoint<u32>(9:i32)
// CHECK-NEXT:   store %b->low = inttoint<u32>(add(inttoint<i32>(load %b->low), 7:i32))
// CHECK-NEXT:   store %b->mid = sub(load %b->mid, 1:i32)
// CHECK-NEXT:   store %b->flag = tobool<bool>(load %b->wide)
// CHECK-NEXT:   store %b->wide = shl(load %b->wide, 2:i32)
// CHECK-NEXT:   let %t: ref @Bits = refof (*%b)
// CHECK-NEXT:   store %t->mid = 12:i32
// CHECK-NEXT:   let %mid: i32 = load %t->mid
// CHECK-NEXT:   return add(%mid, inttoint<i32>(load %b->low))
// CHECK-NEXT: }
