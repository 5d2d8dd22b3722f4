// Objects that are made: members in their order, defaults, delegation, default
// arguments.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
int next();
int with(int a, int b = 7, int c = next());

struct Part {
  int a;
  int b = a + 1;
};
struct Base {
  int v;
  Base(int v) : v(v) {}
};
struct Whole : Base {
  int first, second = v * 2;
  Part part;
  Whole() : Whole(5) { second++; }
  explicit Whole(int k) : Base(k + 1), first(next()), part{k} {}
  Part make() const { return Part{first}; }
};

#pragma regtt traversal
int make(int k) {
  Whole a, b(k);
  Part p{k}, both[2] = {{1}, {2, 3}};
  a = Whole(9);
  int sum = with(1);
  sum += with(1, 2);
  return a.make().b + b.v + p.b + both[1].a + sum;
}

// CHECK: struct @Whole size 20 align 4 {
// CHECK-NEXT:   base Base: @Base @0,
// CHECK-NEXT:   first: i32 @4,
// CHECK-NEXT:   second: i32 @8,
// CHECK-NEXT:   part: @Part @12
// CHECK-NEXT: }
// CHECK: struct @Base size 4 align 4 { v: i32 @0 }
// CHECK: struct @Part size 8 align 4 { a: i32 @0, b: i32 @4 }
// CHECK: fn traversal @make(%k: i32) -> i32 {
// CHECK-NEXT:   var %a: @Whole
// CHECK-NEXT:   call @Whole::Whole(refof %a)
// CHECK-NEXT:   var %b: @Whole
// CHECK-NEXT:   call @Whole::Whole.2(refof %b, load %k)
// CHECK-NEXT:   var %t: @Part
// CHECK-NEXT:   store %t.a = load %k
// CHECK-NEXT:   store %t.b = add(load %t.a, 1:i32)
// CHECK-NEXT:   let %p: @Part = load %t
// CHECK-NEXT:   var %both: [2 x @Part]
// CHECK-NEXT:   store %both[0:i64].a = 1:i32
// CHECK-NEXT:   store %both[0:i64].b = add(load %both[0:i64].a, 1:i32)
// CHECK-NEXT:   store %both[1:i64] = aggregate<@Part>(2:i32, 3:i32)
// CHECK-NEXT:   var %t.2: @Whole
// CHECK-NEXT:   call @Whole::Whole.2(refof %t.2, 9:i32)
// CHECK-NEXT:   store %a = load %t.2
// CHECK-NEXT:   let %t.3: i32 = call @next()
// CHECK-NEXT:   let %t.4: i32 = call @with(1:i32, 7:i32, %t.3)
// CHECK-NEXT:   var %sum: i32 = %t.4
// CHECK-NEXT:   let %t.5: i32 = call @next()
// CHECK-NEXT:   let %t.6: i32 = call @with(1:i32, 2:i32, %t.5)
// CHECK-NEXT:   store %sum = add(load %sum, %t.6)
// CHECK-NEXT:   var %t.7: @Part
// CHECK-NEXT:   store %t.7 = @Whole::make(refof %a)
// CHECK-NEXT:   return add(add(add(add(load %t.7.b, load %b.@Base.v), load %p.b), load %both[1:i32].a), load %sum)
// CHECK-NEXT: }
// CHECK: fn weak @Whole::Whole(%this: ref @Whole) -> void {
// CHECK-NEXT:   call @Whole::Whole.2(%this, 5:i32)
// CHECK-NEXT:   store %this->second = add(load %this->second, 1:i32)
// CHECK-NEXT: }
// CHECK: fn weak @Whole::Whole.2(%this: ref @Whole, %k: i32) -> void {
// CHECK-NEXT:   call @Base::Base(refof %this->@Base, add(load %k, 1:i32))
// CHECK-NEXT:   let %t: i32 = call @next()
// CHECK-NEXT:   store %this->first = %t
// CHECK-NEXT:   store %this->second = mul(load %this->@Base.v, 2:i32)
// CHECK-NEXT:   store %this->part.a = load %k
// CHECK-NEXT:   store %this->part.b = add(load %this->part.a, 1:i32)
// CHECK-NEXT: }
// CHECK: fn @with(%a: i32, %b: i32, %c: i32) -> i32
// CHECK: fn @next() -> i32
// CHECK: fn weak pure @Whole::make(%this: ref @Whole) -> @Part {
// CHECK-NEXT:   var %t: @Part
// CHECK-NEXT:   store %t.a = load %this->first
// CHECK-NEXT:   store %t.b = add(load %t.a, 1:i32)
// CHECK-NEXT:   return load %t
// CHECK-NEXT: }
// CHECK: fn weak @Base::Base(%this: ref @Base, %v: i32) -> void {
// CHECK-NEXT:   store %this->v = load %v
// CHECK-NEXT: }
