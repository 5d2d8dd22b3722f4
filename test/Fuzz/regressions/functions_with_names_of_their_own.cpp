// Two functions that call each other, each with a name of its own for the node:
// what both look at in leaves alone is not followed elsewhere.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
#include <cstdio>

struct Item {
  int colour;
};

struct Node {
  int id, leaf, first, count;
  const Item *items; // of a leaf
};

struct Query {
  int key, sum;
};

static void turn(int n, Query *q, const Node *nodes);

#pragma regtt traversal
static void visit(Query *q, const Node *nodes, int n) {
  const Node *node = &nodes[n];
  q->sum = q->sum * 3 + node->id;
  if (node->leaf)
    for (int k = 0; k < 2; ++k)
      q->sum += node->items[k].colour == q->key;
  for (int c = node->first; c < node->first + node->count; ++c)
    turn(c, q, nodes);
}

static void turn(int n, Query *q, const Node *nodes) {
  const Node *node = nodes + n;
  if (node->leaf && q->sum % 2)
    for (int k = 0; k < 2; ++k)
      q->sum -= node->items[k].colour;
  for (int c = node->first; c < node->first + node->count; ++c)
    visit(q, nodes, c);
}

int main() {
  const Item items[3] = {{1}, {0}, {2}};
  const Item *none = reinterpret_cast<const Item *>(16);
  const Node nodes[6] = {{7, 0, 1, 3, none},  {4, 0, 4, 2, none},
                         {5, 1, 9, 0, items}, {6, 1, 9, 0, items + 1},
                         {1, 1, 9, 0, items}, {2, 1, 9, 0, items + 1}};
  Query queries[5] = {{0, 0}, {1, 0}, {2, 1}, {0, 3}, {1, 2}};
#pragma regtt parallel
  for (int i = 0; i < 5; ++i)
    visit(&queries[i], nodes, 0);
  for (const Query &q : queries)
    std::printf("%d\n", q.sum);
}
