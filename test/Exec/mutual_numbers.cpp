// Functions that recurse through each other over nodes that are numbers, each
// with names of its own for the node: what leaves alone may look at is followed
// there alone, in whichever function; children that the caller tests, that a
// flag tells, and that lie side by side.
//
//   mutual_numbers NODES QUERIES WIDTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900 60 4 1" "1 3 2 2" "2000 20 1 3" "700 0 3 4" "300 9 30 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 3 6 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/mutual_numbers.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/mutual_numbers.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/mutual_numbers.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Item {
  float weight;
  int colour;
};

struct Extra {
  float at[2];
  int tag;
};

struct Node {
  int id, left, right; // anything in a leaf
  bool leaf;
  const Extra *extra; // anything in an inner node
  const Item *items;  // anything in an inner node
  int numItems;
  short tested[2]; // -1: none
  int first, count;
};

struct Query {
  float x;
  int key, hits;
  double sum;
  unsigned trace;
};

// The caller tests; what leaves hold stands under more in one of the two.
static void odd(const Node *nodes, int number, Query &q);
#pragma regtt traversal
static void even(Query &q, const Node *nodes, int n) {
  const Node &node = nodes[n];
  q.trace = q.trace * 31 + unsigned(node.id);
  if (node.leaf) {
    q.sum += node.extra->at[0];
    for (int k = 0; k < node.numItems; ++k)
      q.hits += node.items[k].colour == q.key;
  }
  if (node.tested[0] >= 0)
    odd(nodes, node.tested[0], q);
  if (q.hits < 40 && node.tested[1] >= 0)
    odd(nodes, node.tested[1], q);
}
static void odd(const Node *nodes, int number, Query &q) {
  const Node *n = nodes + number;
  if (!n->leaf) {
    q.sum -= n->id * 0.25;
  } else if (q.x < 0.7f) {
    q.sum -= n->extra->at[1] * n->extra->tag;
    for (int k = 0; k < n->numItems; ++k)
      q.sum += n->items[k].weight;
  }
  for (int side = 1; side >= 0; --side)
    if (n->tested[side] != -1 && (q.trace & 7) != unsigned(side))
      even(q, nodes, n->tested[side]);
}

// A flag tells; a local says it in one of the two.
static std::vector<Node> all;
static void down(Query &q, int n);
#pragma regtt traversal
static void up(Query &q, int i) {
  const auto &here = all[i];
  const bool last = here.leaf;
  q.trace ^= unsigned(here.id) * 7;
  if (last) {
    q.sum += here.extra->tag;
    return;
  }
  down(q, here.left);
  q.trace += 3;
  down(q, here.right);
}
static void down(Query &q, int n) {
  if (all[n].leaf) {
    q.sum *= 0.5;
    if (all[n].extra->tag == q.key)
      q.hits++;
    return;
  }
  up(q, all[n].right);
  if (q.hits < 5)
    up(q, all[n].left);
}

// Side by side.
static int across(int i, Query &q, const std::vector<Node> &nodes, int depth);
#pragma regtt traversal
static int along(int i, Query &q, const std::vector<Node> &nodes) {
  const Node &n = nodes[i];
  q.sum += n.id;
  int most = n.id % 13;
  for (int c = n.first; c < n.first + n.count; ++c) {
    most += across(c, q, nodes, most) & 3;
  }
  return most;
}
#pragma regtt traversal
static int across(int i, Query &q, const std::vector<Node> &nodes, int depth) {
  const Node *parent = &nodes[i];
  q.trace = q.trace * 5 + unsigned(depth);
  if (q.sum > 1000 * q.x)
    return 1;
  int turns = depth;
  for (int child = parent->first; child < parent->first + parent->count;
       ++child)
    turns ^= along(child, q, nodes);
  return turns;
}

static void print(const char *name, const std::vector<Query> &queries) {
  for (const Query &q : queries)
    std::printf("%s %d %a %u\n", name, q.hits, q.sum, q.trace);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  const int width = argc > 3 ? std::atoi(argv[3]) : 4;
  numbersState = argc > 4 ? std::atoi(argv[4]) : 1;
  std::vector<Extra> extras(count);
  std::vector<Item> items(3 * count);
  for (Item &item : items)
    item = {float(nextFraction()), int(nextNumber() % 5)};
  all.resize(count);
  int next = 1, beside = 1;
  for (int i = 0; i < count; ++i) {
    Node &n = all[i];
    extras[i] = {{float(nextFraction()), float(nextFraction())},
                 int(nextNumber() % 6)};
    n.id = int(nextNumber() % 1000);
    n.leaf = next + 1 >= count || (i + 1 < next && nextNumber() % 4 == 0);
    n.extra = n.leaf ? &extras[i] : reinterpret_cast<const Extra *>(24);
    n.items = n.leaf ? &items[3 * i] : reinterpret_cast<const Item *>(16);
    n.numItems = n.leaf ? int(nextNumber() % 4) : 1000;
    n.left = n.leaf ? i / 2 : next;
    n.right = n.leaf ? 50000 : next + 1;
    n.tested[0] = short(n.leaf ? -1 : next);
    n.tested[1] = short(n.leaf || nextNumber() % 5 == 0 ? -1 : next + 1);
    next += n.leaf ? 0 : 2;
    const int wanted =
        i == beside - 1 ? width : int(nextNumber()) % (width + 1);
    n.first = beside;
    n.count = wanted < count - beside ? wanted : count - beside;
    beside += n.count;
  }
  std::vector<Query> queries(numQueries);
  for (int i = 0; i < numQueries; ++i)
    queries[i] = {float(nextFraction()), i % 6, 0, 0, unsigned(i)};

#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    even(queries[i], all.data(), 0);
  print("even", queries);
#pragma regtt parallel
  for (Query &q : queries)
    up(q, 0);
  print("up", queries);
#pragma regtt parallel
  for (Query &q : queries)
    along(0, q, all);
  print("along", queries);
}
