// Templates are their instances; variables that are static are the module's.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
int next();
inline int shared = 4;
static const int Limit = 3;

template <class T> T twice(T x) {
  static T last = 1;
  last += x;
  return last * 2;
}
template <int K> int power(int x) {
  if constexpr (K == 0)
    return 1;
  else
    return x * power<K - 1>(x);
}

#pragma regtt traversal
double instances(int x) {
  int a = twice(x) + 1;
  double b = twice(1.5);
  static int once = next();
  shared += Limit;
  return a + b + once + power<1>(x);
}

// CHECK: global local internal @instances::once: i32
// CHECK: global internal @instances::once::isMade: bool
// CHECK: global weak @shared: i32 = 4:i32
// CHECK: global local weak @"twice<int>::last": i32 = 1:i32
// CHECK: global local weak @"twice<double>::last": f64 = 0x1p0:f64
// CHECK: fn traversal @instances(%x: i32) -> f64 {
// CHECK-NEXT:   let %t: i32 = call @"twice<int>"(load %x)
// CHECK-NEXT:   let %a: i32 = add(%t, 1:i32)
// CHECK-NEXT:   let %t.2: f64 = call @"twice<double>"(0x1.8p0:f64)
// CHECK-NEXT:   let %b: f64 = %t.2
// CHECK-NEXT:   if lnot(load @instances::once::isMade) {
// CHECK-NEXT:     let %t.3: i32 = call @next()
// CHECK-NEXT:     store @instances::once = %t.3
// CHECK-NEXT:     store @instances::once::isMade = true
// CHECK-NEXT:   }
// CHECK-NEXT:   store @shared = add(load @shared, 3:i32)
// CHECK-NEXT:   return add(add(add(inttofloat<f64>(%a), %b), inttofloat<f64>(load @instances::once)), inttofloat<f64>(@"power<1>"(load %x)))
// CHECK-NEXT: }
// CHECK: fn weak @"twice<int>"(%x: i32) -> i32 {
// CHECK-NEXT:   store @"twice<int>::last" = add(load @"twice<int>::last", load %x)
// CHECK-NEXT:   return mul(load @"twice<int>::last", 2:i32)
// CHECK-NEXT: }
// CHECK: fn weak @"twice<double>"(%x: f64) -> f64 {
// CHECK-NEXT:   store @"twice<double>::last" = add(load @"twice<double>::last", load %x)
// CHECK-NEXT:   return mul(load @"twice<double>::last", inttofloat<f64>(2:i32))
// CHECK-NEXT: }
// CHECK: fn @next() -> i32
// CHECK: fn weak pure @"power<1>"(%x: i32) -> i32 {
// CHECK-NEXT:   block {
// CHECK-NEXT:     return mul(load %x, @"power<0>"(load %x))
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: fn weak pure @"power<0>"(%x: i32) -> i32 {
// CHECK-NEXT:   block {
// CHECK-NEXT:     return 1:i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
