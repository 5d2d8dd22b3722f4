// Loops over ranges: elements by reference, by value, converted, by iterators.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
#include <array>
#include <list>
#include <vector>

#pragma regtt traversal
int loops(std::vector<int> &v, std::array<int, 3> &a, const int (&raw)[2]) {
  int sum = 0;
  for (int &x : v)
    x *= 2;
  for (int x : a) {
    if (x == 1)
      continue;
    x++;
    sum += x;
  }
  for (const auto &x : raw)
    sum += x;
  for (int x : {4, 5})
    sum += x;
  return sum;
}

#pragma regtt traversal
double converted(const std::vector<int> &v) {
  double sum = 0;
  for (double x : v)
    sum += x;
  return sum;
}

#pragma regtt traversal
int iterators(std::vector<int> &v, std::list<int> &l) {
  int sum = 0;
  for (auto it = v.begin(); it != v.end(); ++it)
    sum += *it;
  for (int x : l)
    sum += x;
  return sum;
}

struct Node {
  int x;
  std::vector<Node *> kids;
};
// The range is where it was when the loop began.
#pragma regtt traversal
void moves(Node *n) {
  for (Node *kid : n->kids)
    n = kid;
}

// CHECK: struct @Node size 32 align 8 nontrivial {
// CHECK-NEXT:   x: i32 @0,
// CHECK-NEXT:   kids: lib "std::vector" <ptr @Node> @8
// CHECK-NEXT: }
// CHECK: fn traversal @loops(%v: ref lib "std::vector" <i32>, %a: ref lib "std::array" <i32, 3>, %raw: ref [2 x i32]) -> i32 {
// CHECK-NEXT:   var %sum: i32 = 0:i32
// CHECK-NEXT:   each %x: ref i32 in (*%v) {
// CHECK-NEXT:     store (*%x) = mul(load (*%x), 2:i32)
// CHECK-NEXT:   }
// CHECK-NEXT:   each %t: ref i32 in (*%a) {
// CHECK-NEXT:     var %x.2: i32 = load (*%t)
// CHECK-NEXT:     if eq(load %x.2, 1:i32) {
// CHECK-NEXT:       continue
// CHECK-NEXT:     }
// CHECK-NEXT:     store %x.2 = add(load %x.2, 1:i32)
// CHECK-NEXT:     store %sum = add(load %sum, load %x.2)
// CHECK-NEXT:   }
// CHECK-NEXT:   each %x.3: ref i32 in (*%raw) {
// CHECK-NEXT:     store %sum = add(load %sum, load (*%x.3))
// CHECK-NEXT:   }
// CHECK-NEXT:   block {
// CHECK-NEXT:     var %t.2: [2 x i32]
// CHECK-NEXT:     store %t.2 = aggregate<[2 x i32]>(4:i32, 5:i32)
// CHECK-NEXT:     each %t.3: ref i32 in %t.2 {
// CHECK-NEXT:       let %x.4: i32 = load (*%t.3)
// CHECK-NEXT:       store %sum = add(load %sum, %x.4)
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return load %sum
// CHECK-NEXT: }
// CHECK: fn traversal @converted(%v: ref lib "std::vector" <i32>) -> f64 {
// CHECK-NEXT:   var %sum: f64 = inttofloat<f64>(0:i32)
// CHECK-NEXT:   for {
// CHECK-NEXT:     let %__range1: ref lib "std::vector" <i32> = %v
// CHECK-NEXT:     var %__begin1: ptr i32 = data((*%__range1))
// CHECK-NEXT:     var %__end1: ptr i32 = ptradd(data((*%__range1)), size((*%__range1)))
// CHECK-NEXT:   } while ne(load %__begin1, load %__end1) step {
// CHECK-NEXT:     store %__begin1 = ptradd(load %__begin1, 1:i64)
// CHECK-NEXT:   } {
// CHECK-NEXT:     let %x: f64 = inttofloat<f64>(load (*%__begin1))
// CHECK-NEXT:     store %sum = add(load %sum, %x)
// CHECK-NEXT:   }
// CHECK-NEXT:   return load %sum
// CHECK-NEXT: }
// CHECK: fn traversal @iterators(%v: ref lib "std::vector" <i32>, %l: ref lib "std::list" <i32>) -> i32 {
// CHECK-NEXT:   var %sum: i32 = 0:i32
// CHECK-NEXT:   for {
// CHECK-NEXT:     var %it: ptr i32 = data((*%v))
// CHECK-NEXT:   } while ne(load %it, ptradd(data((*%v)), size((*%v)))) step {
// CHECK-NEXT:     store %it = ptradd(load %it, 1:i64)
// CHECK-NEXT:   } {
// CHECK-NEXT:     store %sum = add(load %sum, load (*%it))
// CHECK-NEXT:   }
// CHECK-NEXT:   for {
// CHECK-NEXT:     let %__range1: ref lib "std::list" <i32> = %l
// CHECK-NEXT:     let %t: lib "std::_List_iterator" <i32> = call lib "std::list::begin"(%__range1)
// CHECK-NEXT:     var %__begin1: lib "std::_List_iterator" <i32> = %t
// CHECK-NEXT:     let %t.2: lib "std::_List_iterator" <i32> = call lib "std::list::end"(%__range1)
// CHECK-NEXT:     var %__end1: lib "std::_List_iterator" <i32> = %t.2
// CHECK-NEXT:   } while {
// CHECK-NEXT:     let %t.3: bool = call lib "std::operator=="(refof %__begin1, refof %__end1)
// CHECK-NEXT:   } lnot(%t.3) step {
// CHECK-NEXT:     call lib "std::_List_iterator::operator++"(refof %__begin1)
// CHECK-NEXT:   } {
// CHECK-NEXT:     let %t.4: ref i32 = call lib "std::_List_iterator::operator*"(refof %__begin1)
// CHECK-NEXT:     let %x: i32 = load (*%t.4)
// CHECK-NEXT:     store %sum = add(load %sum, %x)
// CHECK-NEXT:   }
// CHECK-NEXT:   return load %sum
// CHECK-NEXT: }
// CHECK: fn traversal @moves(%n: ptr @Node) -> void {
// CHECK-NEXT:   block {
// CHECK-NEXT:     let %t: ref lib "std::vector" <ptr @Node> = refof %n->kids
// CHECK-NEXT:     each %t.2: ref ptr @Node in (*%t) {
// CHECK-NEXT:       let %kid: ptr @Node = load (*%t.2)
// CHECK-NEXT:       store %n = %kid
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
