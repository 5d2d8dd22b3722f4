// Nodes that are numbers, and arrays: children in a std::array, whose element
// each caller tests in its own way; a struct of numbers beside parallel arrays,
// used as a whole and copied; what nodes in a vector have in vectors of their
// own; an array whose extent the clause says in terms of the node's number.
//
//   numbered_arrays NODES QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "2000 200 1" "1 20 2" "40 0 3" "3000 30 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/numbered_arrays.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/numbered_arrays.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/numbered_arrays.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Box {
  float low, high;
  int tag;
};

struct Item {
  double mass;
  int colour;
};

struct Node {
  std::array<int, 3> child; // -1: none
  int value;
  std::vector<Item> items;
  const short *marks;
  int numMarks;
};

struct Query {
  float at;
  int key, count, last;
  double sum;
};

// Callers whose tests of -1 differ; a guard between the calls.
static std::vector<Node> nodes;

#pragma regtt traversal
static void inArray(Query &q, int i) {
  q.sum = q.sum * 0.5 + nodes[i].value;
  q.count++;
  if (nodes[i].child[0] > -1)
    inArray(q, nodes[i].child[0]);
  if (nodes[i].child[1] != -1)
    inArray(q, nodes[i].child[1]);
  if (q.count % 5 == q.key)
    return;
  if (nodes[i].child[2] >= 0)
    inArray(q, nodes[i].child[2]);
}

// The callee tests; a loop over the std::array; vectors of the elements.
#pragma regtt traversal
static void itemsOf(Query &q, const std::vector<Node> &tree, int i) {
  if (i < 0)
    return;
  for (const Item &item : tree[static_cast<size_t>(i)].items)
    if (item.colour == q.key)
      q.sum += item.mass;
  for (int child : tree[i].child)
    itemsOf(q, tree, child);
}

// Any of the node's marks, which the clause counts.
#pragma regtt traversal extent(tree[i].marks : tree[i].numMarks)
static void marksOf(Query &q, const Node *tree, int i) {
  if (i == -1)
    return;
  q.last = tree[i].marks[(q.key * 7 + tree[i].value) % tree[i].numMarks];
  q.sum += q.last;
  marksOf(q, tree, tree[i].child[2]);
  marksOf(q, tree, tree[i].child[0]);
}

// Parallel arrays: of std::array, and of structs of numbers.
struct Columns {
  std::vector<std::array<unsigned, 2>> child; // 0: none
  std::vector<Box> box;
};

static Box widened(Box box, float by) {
  box.low -= by;
  box.high += by;
  box.tag++;
  return box;
}

#pragma regtt traversal
static void columns(Query &q, const Columns *tree, unsigned n) {
  if (!n)
    return;
  Box own = tree->box[n];
  const Box same = tree->box[n];
  Box other = {0, 1, 2};
  other = own;
  own = widened(same, q.at / 8);
  if (q.at < own.low || q.at > own.high)
    return;
  q.count += own.tag + other.tag;
  q.last = static_cast<int>(n);
  columns(q, tree, tree->child[n][1]);
  columns(q, tree, tree->child[n][0]);
}

static void print(const char *name, std::vector<Query> &queries) {
  for (Query &q : queries) {
    std::printf("%s %d %d %a\n", name, q.count, q.last, q.sum);
    q.count = q.last = 0;
    q.sum = 0;
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  std::vector<short> marks(97);
  for (short &mark : marks)
    mark = static_cast<short>(nextNumber() % 1000);
  nodes.resize(count);
  Columns tree;
  tree.child.resize(count + 1);
  tree.box.resize(count + 1);
  // The k-th child of i is a random part of the numbers after i.
  for (int i = 0; i < count; ++i) {
    Node &n = nodes[i];
    n.value = int(nextFraction() * 1000);
    for (int k = 0; k < 3; ++k) {
      const int child = 3 * i + k + 1;
      n.child[k] = child < count && nextNumber() % 9 ? child : -1;
    }
    n.items.resize(nextNumber() % 4);
    for (Item &item : n.items)
      item = {nextFraction(), int(nextNumber() % 7)};
    n.numMarks = 1 + int(nextNumber() % 9);
    n.marks = &marks[nextNumber() % 80];
    const float low = float(nextFraction()) * 80;
    tree.box[i + 1] = {low, low + 60, int(nextNumber() % 5)};
    for (int k = 0; k < 2; ++k)
      tree.child[i + 1][k] =
          2 * (i + 1) + k <= count ? unsigned(2 * (i + 1) + k) : 0;
  }
  std::vector<Query> queries(numQueries);
  for (int i = 0; i < numQueries; ++i)
    queries[i] = {float(nextFraction()) * 100, i % 7, 0, 0, 0};

#pragma regtt parallel
  for (Query &q : queries)
    inArray(q, 0);
  print("inArray", queries);
#pragma regtt parallel
  for (Query &q : queries)
    itemsOf(q, nodes, 0);
  print("itemsOf", queries);
  const Node *tree0 = nodes.data();
#pragma regtt parallel
  for (Query &q : queries)
    marksOf(q, tree0, 0);
  print("marksOf", queries);
#pragma regtt parallel
  for (Query &q : queries)
    columns(q, &tree, 1);
  print("columns", queries);
}
