// Arrays of a kernel: what of their elements is read, where their extents come
// from, and which small ones stay uniforms.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
#include "../Inputs/tree.h"
#include <vector>

struct Item {
  float x, y[2];
  int unused;
};
float large[100], small[8];
std::vector<Item *> pointers;

static float weight(const Item &item) { return item.y[1]; }

#pragma regtt traversal
static void visit(Query *q, Node *n, const Item *items, const int *order) {
  if (!n)
    return;
  q->best += weight(items[order[n->leaf]]) + pointers[n->leaf]->x;
  q->best += large[n->leaf] + small[n->leaf];
  visit(q, n->left, items, order);
  visit(q, n->right, items, order);
}

void run(Query *queries, Node *root, Item *items, std::vector<int> &order,
         int count) {
#pragma regtt parallel copyin(items[0 : count])
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, items, order.data());
}
// CHECK: text: '(order.data())[]', owner: element, number: 1, type: i32,
// CHECK-NEXT: text: 'items[].y', name: y, owner: element, type: '[2 x f32]', steps: 'y@4'
// CHECK-NEXT: text: 'pointers[]->x', name: x, owner: element, number: 2, type: f32,
// CHECK-NEXT: text: 'large[]', owner: element, number: 3, type: f32,
// CHECK-NEXT: uniforms:
// CHECK-NEXT: name: small, type: '[8 x f32]'
// CHECK-NEXT: arrays:
// CHECK-NEXT: text: items, name: items, element: Item, stride: 16, inPlace: true
// CHECK-NEXT: text: '(order.data())', name: order, stride: 4,
// CHECK-NEXT: text: pointers, name: pointers, element: Item, stride: 8, indirect: true
// CHECK-NEXT: text: large, name: large, stride: 4,
// CHECK-NEXT: slots:
// CHECK: arrays:
// CHECK-NEXT: base: items
// CHECK-NEXT: count: count
// CHECK-NEXT: base: 'order.data()'
// CHECK-NEXT: count: 'order.size()'
// CHECK-NEXT: base: '::pointers.data()'
// CHECK-NEXT: count: '::pointers.size()'
// CHECK-NEXT: base: '::large'
// CHECK-NEXT: count: 'sizeof(::large) / sizeof(*(::large))'
// CHECK-NEXT: uniforms:
// CHECK-NEXT: text: '::small'
