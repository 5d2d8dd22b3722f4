// Smart pointers are followed as pointers are; moves are the library's.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
#include <memory>
#include <optional>
#include <vector>
struct Node {
  int x;
  std::unique_ptr<Node> left;
};

#pragma regtt traversal
int follow(const Node *n, std::unique_ptr<Node> &p, std::shared_ptr<Node> s,
           std::optional<int> o) {
  if (!p || n->left == nullptr)
    return o ? *o : 0;
  p->x = s->x;
  Node *raw = n->left.get();
  p = std::move(p->left);
  return (*n->left).x + raw->x;
}

// What is no rvalue is copied.
#pragma regtt traversal
void copies(std::vector<std::vector<int>> &all, std::vector<int> &one) {
  all.push_back(one);
  all.push_back(std::move(one));
}

// CHECK: struct @Node size 16 align 8 nontrivial {
// CHECK-NEXT:   x: i32 @0,
// CHECK-NEXT:   left: lib "std::unique_ptr" <@Node> @8
// CHECK-NEXT: }
// CHECK: fn traversal @follow(%n: ptr @Node, %p: ref lib "std::unique_ptr" <@Node>, %s: lib "std::shared_ptr" <@Node>, %o: @"std::optional<int>") -> i32 {
// CHECK-NEXT:   if orelse(lnot(tobool<bool>(get((*%p)))), eq(get(%n->left), null)) {
// CHECK-NEXT:     return select(load %o._M_engaged, load %o.value, 0:i32)
// CHECK-NEXT:   }
// CHECK-NEXT:   store (*get((*%p))).x = load (*get(%s)).x
// CHECK-NEXT:   let %raw: ptr @Node = get(%n->left)
// CHECK-NEXT:   let %t: lib "std::unique_ptr" <@Node> = call lib "std::move"(refof (*get((*%p))).left)
// CHECK-NEXT:   store (*%p) = %t
// CHECK-NEXT:   return add(load %n->left->x, load %raw->x)
// CHECK-NEXT: }
// CHECK: fn traversal @copies(%all: ref lib "std::vector" <lib "std::vector" <i32>>, %one: ref lib "std::vector" <i32>) -> void {
// CHECK-NEXT:   push((*%all), load (*%one))
// CHECK-NEXT:   let %t: lib "std::vector" <i32> = call lib "std::move"(%one)
// CHECK-NEXT:   push((*%all), %t)
// CHECK-NEXT: }
