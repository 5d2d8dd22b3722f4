// Arrays in the Model: what of their elements is read, where their extents come
// from, and which small ones stay uniforms.
// RUN: regtt-cc --emit=model %s | FileCheck %s
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
// CHECK: array items: Item[count] = items
// CHECK-NEXT: read items[].y: float[2]
// CHECK-NEXT: array order: int[(order).size()] = (order.data())
// CHECK-NEXT: read (order.data())[]: int
// CHECK-NEXT: array pointers: Item *[(::pointers).size()] = (::pointers).data()
// CHECK-NEXT: read pointers[]->x: float
// CHECK-NEXT: array large: float[sizeof(::large) / sizeof(*(::large))] = ::large
// CHECK-NEXT: read large[]: float
// CHECK-NEXT: uniform small: float[8] = ::small
