// Structs with bases and unions: where their parts lie, casts between them.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
struct Empty {};
struct Base {
  int a;
  int get() const { return a; }
};
struct Other {
  double b;
};
struct Derived : Base, Other {
  Empty e;
  int c;
};
union Number {
  int i;
  float f;
  unsigned char bytes[4];
};
struct Holder {
  union {
    int p;
    float q;
  };
  struct {
    short r, s;
  };
};

#pragma regtt traversal
double bases(Derived d, Derived *p) {
  Other &other = d;
  other.b = 2;
  Base copy = *p;
  Base *base = p;
  if (base)
    return static_cast<Derived *>(base)->c;
  return d.get() + copy.a + p->Other::b;
}

#pragma regtt traversal
int unions(Holder h) {
  Number n{7};
  n.f = 1.0f;
  h.q = 2;
  h.s = n.bytes[3];
  return h.p + n.i;
}

// CHECK: struct @Derived size 24 align 8 {
// CHECK-NEXT:   base Base: @Base @0,
// CHECK-NEXT:   base Other: @Other @8,
// CHECK-NEXT:   e: @Empty @16,
// CHECK-NEXT:   c: i32 @20
// CHECK-NEXT: }
// CHECK: struct @Base size 4 align 4 { a: i32 @0 }
// CHECK: struct @Other size 8 align 8 { b: f64 @0 }
// CHECK: struct @Empty size 1 align 1 { }
// CHECK: struct @Holder size 8 align 4 {
// CHECK-NEXT:   anonymous anon: @Holder::union @0,
// CHECK-NEXT:   anonymous "anon.2": @Holder::struct @4
// CHECK-NEXT: }
// CHECK: union @Holder::union size 4 align 4 local { p: i32 @0, q: f32 @0 }
// CHECK: struct @Holder::struct size 4 align 2 local { r: i16 @0, s: i16 @2 }
// CHECK: union @Number size 4 align 4 { i: i32 @0, f: f32 @0, bytes: [4 x u8] @0 }
// CHECK: fn traversal @bases(%d: @Derived, %p: ptr @Derived) -> f64 {
// CHECK-NEXT:   let %other: ref @Other = refof %d.@Other
// CHECK-NEXT:   store %other->b = inttofloat<f64>(2:i32)
// CHECK-NEXT:   let %copy: @Base = load %p->@Base
// CHECK-NEXT:   let %base: ptr @Base = tobase<ptr @Base>(load %p)
// CHECK-NEXT:   if tobool<bool>(%base) {
// CHECK-NEXT:     return inttofloat<f64>(load (*toderived<ptr @Derived, written>(%base)).c)
// CHECK-NEXT:   }
// CHECK-NEXT:   return add(inttofloat<f64>(add(@Base::get(refof %d.@Base), load %copy.a)), load %p->@Other.b)
// CHECK-NEXT: }
// CHECK: fn traversal @unions(%h: @Holder) -> i32 {
// CHECK-NEXT:   var %n: @Number = aggregate<@Number>(7:i32)
// CHECK-NEXT:   store %n.f = 0x1p0:f32
// CHECK-NEXT:   store %h.anon.q = inttofloat<f32>(2:i32)
// CHECK-NEXT:   store %h."anon.2".s = inttoint<i16>(load %n.bytes[3:i32])
// CHECK-NEXT:   return add(load %h.anon.p, load %n.i)
// CHECK-NEXT: }
// CHECK: fn weak pure @Base::get(%this: ref @Base) -> i32 {
// CHECK-NEXT:   return load %this->a
// CHECK-NEXT: }
