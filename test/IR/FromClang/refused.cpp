// What is not lowered is said at its place, and its function is only declared;
// beside each stands what is.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
#include <algorithm>
#include <cstdarg>
#include <initializer_list>
int f();
int write(int *p);
int write(int &r);

int jumps(int n) {
again:
  if (n++ < 3)
    goto again;
  return n;
}
int loops(int n) {
  while (n++ < 3)
    ;
  return n;
}
int throws(int n) {
  if (n)
    throw n;
  try {
    return f();
  } catch (...) {
    return 0;
  }
}
int ends(int n) {
  if (n)
    __builtin_trap();
  return f();
}
struct Shape {
  virtual int area() { return 0; }
};
int virtualCall(Shape &s) { return s.area(); }
int namedCall(Shape &s) { return s.Shape::area(); }
int assembly(int n) {
  asm("" : "+r"(n));
  return n;
}
int plain(int n) { return n; }
int sum(int n, ...) { return n; }
int variadic(int n) { return sum(n, 1); }
int fixed(int n) { return plain(n); }
int throughPointer(int (*g)(int)) { return g(1); }
int byName() { return plain(1); }
int twoOrders(int x) { return x + write(&x); }
int oneOrder(int x) {
  int was = x;
  return was + write(&x);
}
int hiddenOrder(int x) { return x + write(x); }
int noOrder(int x, int y) { return x + write(y); }
int *makes() { return new int(3); }
int *given(int *p) { return p; }
struct Guard {
  ~Guard() { f(); }
};
int guarded() {
  Guard g;
  return 1;
}
struct Trivial {
  ~Trivial() = default;
};
int unguarded() {
  Trivial t;
  return 1;
}
struct Self {
  Self *me;
  Self() : me(this) {}
  Self(const Self &) : me(this) {}
};
Self self() { return Self(); }
void selfInPlace() { Self s, t = s; }
int own(bool b) {
  int a[2] = {1, a[0]};
  return a[1];
}
int others(bool b) {
  int a[2] = {1, 2};
  return a[1];
}
int keptList() {
  std::initializer_list<int> list = {1, 2};
  return list.size();
}
int goneOver() {
  int sum = 0;
  for (int x : {1, 2})
    sum += x;
  return sum;
}
bool byOrder(int a, int b) { return a < b; }
int chosen(int a, int b) {
  const int &least = std::min(a, b, byOrder);
  return least;
}
int chosenByLess(int a, int b) {
  const int &least = std::min(a, b);
  return least;
}

#pragma regtt traversal
void all(int n, Shape &s, int *p) {
  jumps(n), loops(n);
  throws(n), ends(n);
  virtualCall(s), namedCall(s);
  assembly(n), plain(n);
  variadic(n), fixed(n);
  throughPointer(plain), byName();
  twoOrders(n), oneOrder(n), hiddenOrder(n), noOrder(n, n);
  makes(), given(p);
  guarded(), unguarded();
  selfInPlace();
  own(n), others(n);
  keptList(), goneOver();
  chosen(n, n), chosenByLess(n, n);
}
#pragma regtt traversal
void copies() { self(); }

// CHECK: fn traversal @all(%n: i32, %s: ref @Shape, %p: ptr i32) -> void {
// CHECK: fn traversal @copies() -> void{{$}}
// CHECK: fn pure @jumps(%n: i32) -> i32{{$}}
// CHECK: fn pure @loops(%n: i32) -> i32 {
// CHECK: fn @throws(%n: i32) -> i32{{$}}
// CHECK: fn @ends(%n: i32) -> i32 {
// CHECK: fn @virtualCall(%s: ref @Shape) -> i32{{$}}
// CHECK: fn pure @namedCall(%s: ref @Shape) -> i32 {
// CHECK: fn @assembly(%n: i32) -> i32{{$}}
// CHECK: fn pure @plain(%n: i32) -> i32 {
// CHECK: fn pure @variadic(%n: i32) -> i32{{$}}
// CHECK: fn pure @fixed(%n: i32) -> i32 {
// CHECK: fn @throughPointer(%g: ptr fn(i32) -> i32) -> i32{{$}}
// CHECK: fn pure @byName() -> i32 {
// CHECK: fn @twoOrders(%x: i32) -> i32{{$}}
// CHECK: fn @oneOrder(%x: i32) -> i32 {
// CHECK: fn @hiddenOrder(%x: i32) -> i32{{$}}
// CHECK: fn @noOrder(%x: i32, %y: i32) -> i32 {
// CHECK: fn @makes() -> ptr i32{{$}}
// CHECK: fn pure @given(%p: ptr i32) -> ptr i32 {
// CHECK: fn @guarded() -> i32{{$}}
// CHECK: fn pure @unguarded() -> i32 {
// CHECK: fn @selfInPlace() -> void {
// CHECK: fn pure @own(%b: bool) -> i32{{$}}
// CHECK: fn pure @others(%b: bool) -> i32 {
// CHECK: fn pure @keptList() -> i32{{$}}
// CHECK: fn pure @goneOver() -> i32 {
// CHECK: fn pure @chosen(%a: i32, %b: i32) -> i32{{$}}
// CHECK: fn pure @chosenByLess(%a: i32, %b: i32) -> i32 {
// CHECK: fn @f() -> i32{{$}}
// CHECK: fn weak pure @Shape::area(%this: ref @Shape) -> i32 {
// CHECK: fn @write(%p: ptr i32) -> i32{{$}}
// CHECK: fn @write.2(%r: ref i32) -> i32{{$}}
// CHECK: fn weak @Self::Self(%this: ref @Self) -> void {
// CHECK: fn weak @Self::Self.2(%this: ref @Self, %unnamed: ref @Self) -> void {
// CHECK: fn pure @byOrder(%a: i32, %b: i32) -> bool {
// CHECK: // not lowered: @copies: {{.*}}:79:6: an object with a copy constructor as a value
// CHECK-NEXT: // not lowered: @copies: {{.*}}:126:17: a call of 'self'
// CHECK-NEXT: // not lowered: @jumps: {{.*}}:12:1: a label
// CHECK-NEXT: // not lowered: @throws: {{.*}}:24:5: a throw
// CHECK-NEXT: // not lowered: @throws: {{.*}}:25:3: a try block
// CHECK-NEXT: // not lowered: @virtualCall: {{.*}}:39:36: call of '{{.*}}' is not taken inside a traversal: it is virtual
// CHECK-NEXT: // not lowered: @assembly: {{.*}}:42:3: assembly
// CHECK-NEXT: // not lowered: @variadic: {{.*}}:47:30: call of 'sum' is not taken inside a traversal: it takes a variable number of arguments
// CHECK-NEXT: // not lowered: @throughPointer: {{.*}}:49:44: a call through a pointer
// CHECK-NEXT: // not lowered: @twoOrders: {{.*}}:51:35: operands whose order C++ leaves open
// CHECK-NEXT: // not lowered: @hiddenOrder: {{.*}}:56:37: operands whose order C++ leaves open
// CHECK-NEXT: // not lowered: @makes: {{.*}}:58:23: new
// CHECK-NEXT: // not lowered: @guarded: {{.*}}:64:9: a destructor
// CHECK-NEXT: // not lowered: @own: {{.*}}:82:7: a variable that its own value reads
// CHECK-NEXT: // not lowered: @keptList: {{.*}}:90:37: an initializer list that is kept
// CHECK-NEXT: // not lowered: @chosen: {{.*}}:101:22: which of two objects it is
