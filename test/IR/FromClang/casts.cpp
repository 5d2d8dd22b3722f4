// What C++ converts without a word is written; what the user writes is marked.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
enum Color : unsigned char { Red = 1, Green = 250 };
enum class Axis { X, Y };

#pragma regtt traversal
int promotions(char c, unsigned char u, short s, bool b, Color k) {
  c += u;
  s >>= 1;
  u++;
  b += 5;
  b = 0.5;
  return c * s + b + k + ~u;
}

#pragma regtt traversal
bool signs(int i, unsigned u, long l, unsigned long long w) {
  return i < u || l < u || w > -1 || (unsigned char)i == i;
}

#pragma regtt traversal
double numbers(int i, float f, double d, long l) {
  i *= 1.5;
  f = l;
  d += f;
  i = (int)d;
  return f / 3 + d * i;
}

#pragma regtt traversal
long others(Axis axis, int *p, void *q, int i) {
  if (p && !q)
    return (long)p;
  if (axis == Axis::Y)
    return static_cast<int>(axis);
  return i ? *static_cast<int *>(q) : (short)40000;
}

// CHECK: enum @Color: u8 { Red = 1, Green = 250 }
// CHECK: enum @Axis: i32 { X = 0, Y = 1 }
// CHECK: fn traversal @promotions(%c: char, %u: u8, %s: i16, %b: bool, %k: @Color) -> i32 {
// CHECK-NEXT:   store %c = inttoint<char>(add(inttoint<i32>(load %c), inttoint<i32>(load %u)))
// CHECK-NEXT:   store %s = inttoint<i16>(shr(inttoint<i32>(load %s), 1:i32))
// CHECK-NEXT:   store %u = inttoint<u8>(add(inttoint<i32>(load %u), 1:i32))
// CHECK-NEXT:   store %b = tobool<bool>(add(inttoint<i32>(load %b), 5:i32))
// CHECK-NEXT:   store %b = tobool<bool>(0x1p-1:f64)
// CHECK-NEXT:   return add(add(add(mul(inttoint<i32>(load %c), inttoint<i32>(load %s)), inttoint<i32>(load %b)), inttoint<i32>(load %k)), not(inttoint<i32>(load %u)))
// CHECK-NEXT: }
// CHECK: fn traversal @signs(%i: i32, %u: u32, %l: i64, %w: ulonglong) -> bool {
// CHECK-NEXT:   return orelse(orelse(orelse(lt(inttoint<u32>(load %i), load %u), lt(load %l, inttoint<i64>(load %u))), gt(load %w, inttoint<ulonglong>(neg(1:i32)))), eq(inttoint<i32>(inttoint<u8, written>(load %i)), load %i))
// CHECK-NEXT: }
// CHECK: fn traversal @numbers(%i: i32, %f: f32, %d: f64, %l: i64) -> f64 {
// CHECK-NEXT:   store %i = floattoint<i32>(mul(inttofloat<f64>(load %i), 0x1.8p0:f64))
// CHECK-NEXT:   store %f = inttofloat<f32>(load %l)
// CHECK-NEXT:   store %d = add(load %d, floattofloat<f64>(load %f))
// CHECK-NEXT:   store %i = floattoint<i32, written>(load %d)
// CHECK-NEXT:   return add(floattofloat<f64>(div(load %f, inttofloat<f32>(3:i32))), mul(load %d, inttofloat<f64>(load %i)))
// CHECK-NEXT: }
// CHECK: fn traversal @others(%axis: @Axis, %p: ptr i32, %q: ptr void, %i: i32) -> i64 {
// CHECK-NEXT:   if andalso(tobool<bool>(load %p), lnot(tobool<bool>(load %q))) {
// CHECK-NEXT:     return ptrtoint<i64, written>(load %p)
// CHECK-NEXT:   }
// CHECK-NEXT:   if eq(load %axis, 1:@Axis) {
// CHECK-NEXT:     return inttoint<i64>(inttoint<i32, written>(load %axis))
// CHECK-NEXT:   }
// CHECK-NEXT:   return inttoint<i64>(select(tobool<bool>(load %i), load (*ptrtoptr<ptr i32, written>(load %q)), inttoint<i32>(inttoint<i16, written>(40000:i32))))
// CHECK-NEXT: }
