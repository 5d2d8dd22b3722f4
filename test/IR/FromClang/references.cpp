// References: parameters, variables, members, and what temporaries they hold.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
struct Held {
  int &r;
  const long &n;
};
void bump(int &r, int by = 1);
const int &pick(const int &a, const int &b);

#pragma regtt traversal
int locals(int x, int *p) {
  int &r = x;
  int &s = p[x];
  const int &sum = x + 1;
  r = s;
  bump(r);
  bump(s, sum);
  const int &picked = pick(r, 3);
  x = 0;
  return picked;
}

#pragma regtt traversal
long members(int x, long y) {
  Held h{x, y};
  h.r = 4;
  Held copy = h;
  copy.r++;
  return h.n + x;
}

#pragma regtt traversal
int chosen(int x, int y, bool c) {
  (c ? x : y) = 3;
  int &one = y > 2 ? x : y;
  return one + (c ? y : x);
}

// CHECK: struct @Held size 16 align 8 { r: ref i32 @0, n: ref i64 @8 }
// CHECK: fn traversal @locals(%x: i32, %p: ptr i32) -> i32 {
// CHECK-NEXT:   let %r: ref i32 = refof %x
// CHECK-NEXT:   let %s: ref i32 = refof %p[load %x]
// CHECK-NEXT:   var %t: i32
// CHECK-NEXT:   store %t = add(load %x, 1:i32)
// CHECK-NEXT:   let %sum: ref i32 = refof %t
// CHECK-NEXT:   store (*%r) = load (*%s)
// CHECK-NEXT:   call @bump(%r, 1:i32)
// CHECK-NEXT:   call @bump(%s, load (*%sum))
// CHECK-NEXT:   var %t.2: i32
// CHECK-NEXT:   store %t.2 = 3:i32
// CHECK-NEXT:   let %t.3: ref i32 = call @pick(%r, refof %t.2)
// CHECK-NEXT:   let %picked: ref i32 = %t.3
// CHECK-NEXT:   store %x = 0:i32
// CHECK-NEXT:   return load (*%picked)
// CHECK-NEXT: }
// CHECK: fn traversal @members(%x: i32, %y: i64) -> i64 {
// CHECK-NEXT:   var %h: @Held = aggregate<@Held>(refof %x, refof %y)
// CHECK-NEXT:   store (*%h.r) = 4:i32
// CHECK-NEXT:   var %copy: @Held = load %h
// CHECK-NEXT:   store (*%copy.r) = add(load (*%copy.r), 1:i32)
// CHECK-NEXT:   return add(load (*%h.n), inttoint<i64>(load %x))
// CHECK-NEXT: }
// CHECK: fn traversal @chosen(%x: i32, %y: i32, %c: bool) -> i32 {
// CHECK-NEXT:   store (*select(load %c, refof %x, refof %y)) = 3:i32
// CHECK-NEXT:   let %one: ref i32 = select(gt(load %y, 2:i32), refof %x, refof %y)
// CHECK-NEXT:   return add(load (*%one), select(load %c, load %y, load %x))
// CHECK-NEXT: }
// CHECK: fn @bump(%r: ref i32, %by: i32) -> void
// CHECK: fn @pick(%a: ref i32, %b: ref i32) -> ref i32
