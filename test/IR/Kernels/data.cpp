// What kernels make of lists of children, numbered nodes, shared arrays, values
// that all iterations share and queues.
// RUN: regtt-cc --emit=kernel --target=cpu %s -o - | FileCheck %s
#include <queue>
#include <vector>

struct Tree {
  float x;
  std::vector<Tree *> kids;
};
struct Query {
  float at;
  int count;
};

// CHECK-LABEL: kernel @list(queries)(%self: link @Tree) -> void {
// CHECK: load shared(0: f32)
// CHECK: store own([[COUNT:[0-9]+]]: i32) = add(load own([[COUNT]]: i32), 1:i32)
// CHECK: for {
// CHECK-NEXT: var %kid_number: u32 = 0:u32
// CHECK: while lt(load %kid_number, lib "rt::children"<u32>())
// CHECK: visit @list(%kid) at inttoint<i32>(load %kid_number)
#pragma regtt traversal
static void list(Query &q, const Tree &t, float most) {
  if (q.at - t.x > most)
    return;
  q.count++;
  for (const Tree *kid : t.kids)
    list(q, *kid, most);
}

struct Cell {
  int left, right, item;
};
struct Item {
  float x, weight;
};

// A pointer into an array is an element's number, and a number that is a node a
// link.
// CHECK-LABEL: kernel @numbered(queries)(%self: link @Cell) -> void {
// CHECK: let %item: i64 = inttoint<i64>(load node({{[0-9]+}}: i32))
// CHECK: load element({{[0-9]+}}: f32, %item)
#pragma regtt traversal
static void numbered(Query &q, const Cell *cells, int c, const Item *items) {
  if (c < 0)
    return;
  const Item *item = &items[cells[c].item];
  if (item->x < q.at)
    q.count += item->weight > 1;
  numbered(q, cells, cells[c].left, items);
  numbered(q, cells, cells[c].right, items);
}

void run(Query *queries, int n, const Tree &root, const Cell *cells,
         const Item *items, int numItems) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    list(queries[i], root, 2.0f);
#pragma regtt parallel copyin(items[0 : numItems])
  for (int i = 0; i < n; i++)
    numbered(queries[i], cells, 0, items);
}
