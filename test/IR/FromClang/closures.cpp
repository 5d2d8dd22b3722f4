// Closures hold what they capture; they and functors are called by name.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
struct Less {
  int sign;
  bool operator()(int a, int b) const { return sign * a < sign * b; }
};

#pragma regtt traversal
int closures(int x, int y) {
  auto byValue = [x](int z) { return x + z; };
  auto byReference = [&x, twice = y * 2](int z) mutable {
    x += z;
    return twice++;
  };
  int a = byValue(1);
  int b = byReference(2);
  return Less{-1}(a, b);
}

struct Counter {
  int n;
#pragma regtt traversal
  int count(int by) {
    auto add = [this, by] { n += by; };
    add();
    auto generic = [&](auto z) { return z + n; };
    return generic(1) + generic(short(2));
  }
};

// CHECK: struct @Counter size 4 align 4 { n: i32 @0 }
// CHECK: struct @closures::lambda size 4 align 4 local { private x: i32 @0 }
// CHECK: struct @closures::lambda.2 size 16 align 8 local {
// CHECK-NEXT:   private x: ref i32 @0,
// CHECK-NEXT:   private twice: i32 @8
// CHECK-NEXT: }
// CHECK: struct @Less size 4 align 4 { sign: i32 @0 }
// CHECK: struct @Counter::count::lambda size 16 align 8 local {
// CHECK-NEXT:   private this: ptr @Counter @0,
// CHECK-NEXT:   private by: i32 @8
// CHECK-NEXT: }
// CHECK: struct @Counter::count::lambda.2 size 8 align 8 local {
// CHECK-NEXT:   private this: ptr @Counter @0
// CHECK-NEXT: }
// CHECK: fn traversal @closures(%x: i32, %y: i32) -> i32 {
// CHECK-NEXT:   var %byValue: @closures::lambda = aggregate<@closures::lambda>(load %x)
// CHECK-NEXT:   var %byReference: @closures::lambda.2 = aggregate<@closures::lambda.2>(refof %x, mul(load %y, 2:i32))
// CHECK-NEXT:   let %a: i32 = @"closures::lambda::operator()"(refof %byValue, 1:i32)
// CHECK-NEXT:   let %t: i32 = call @"closures::lambda::operator().2"(refof %byReference, 2:i32)
// CHECK-NEXT:   let %b: i32 = %t
// CHECK-NEXT:   var %t.2: @Less
// CHECK-NEXT:   store %t.2 = aggregate<@Less>(neg(1:i32))
// CHECK-NEXT:   return inttoint<i32>(@"Less::operator()"(refof %t.2, %a, %b))
// CHECK-NEXT: }
// CHECK: fn weak traversal @Counter::count(%this: ref @Counter, %by: i32) -> i32 {
// CHECK-NEXT:   var %add: @Counter::count::lambda = aggregate<@Counter::count::lambda>(addressof (*%this), load %by)
// CHECK-NEXT:   call @"Counter::count::lambda::operator()"(refof %add)
// CHECK-NEXT:   var %generic: @Counter::count::lambda.2 = aggregate<@Counter::count::lambda.2>(addressof (*%this))
// CHECK-NEXT:   return add(@"Counter::count::lambda::operator()<int>"(refof %generic, 1:i32), @"Counter::count::lambda::operator()<short>"(refof %generic, inttoint<i16, written>(2:i32)))
// CHECK-NEXT: }
// CHECK: fn internal pure @"closures::lambda::operator()"(%this: ref @closures::lambda, %z: i32) -> i32 {
// CHECK-NEXT:   return add(load %this->x, load %z)
// CHECK-NEXT: }
// CHECK: fn internal @"closures::lambda::operator().2"(%this: ref @closures::lambda.2, %z: i32) -> i32 {
// CHECK-NEXT:   store (*%this->x) = add(load (*%this->x), load %z)
// CHECK-NEXT:   let %t: i32 = load %this->twice
// CHECK-NEXT:   store %this->twice = add(%t, 1:i32)
// CHECK-NEXT:   return %t
// CHECK-NEXT: }
// CHECK: fn weak pure @"Less::operator()"(%this: ref @Less, %a: i32, %b: i32) -> bool {
// CHECK-NEXT:   return lt(mul(load %this->sign, load %a), mul(load %this->sign, load %b))
// CHECK-NEXT: }
// CHECK: fn weak @"Counter::count::lambda::operator()"(%this: ref @Counter::count::lambda) -> void {
// CHECK-NEXT:   store %this->this->n = add(load %this->this->n, load %this->by)
// CHECK-NEXT: }
// CHECK: fn weak pure @"Counter::count::lambda::operator()<int>"(%this: ref @Counter::count::lambda.2, %z: i32) -> i32 {
// CHECK-NEXT:   return add(load %z, load %this->this->n)
// CHECK-NEXT: }
// CHECK: fn weak pure @"Counter::count::lambda::operator()<short>"(%this: ref @Counter::count::lambda.2, %z: i16) -> i32 {
// CHECK-NEXT:   return add(inttoint<i32>(load %z), load %this->this->n)
// CHECK-NEXT: }
