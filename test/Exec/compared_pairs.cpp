// Pairs that are made of variables for a comparison alone: the library's
// constructors take any reference, and copy what they are handed.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "200" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 20 2>&1 | FileCheck %s
// CHECK-COUNT-2: verify=identical
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <utility>
#include <vector>

struct Node {
  double x;
  int id;
  Node *left, *right;
};
typedef std::pair<double, int> Hit;

// The nearest three, of equal ones those with the lower number.
#pragma regtt traversal bound(heap : 4)
static void nearest(const Node *n, double at, std::priority_queue<Hit> &heap) {
  if (!n)
    return;
  double d = n->x < at ? at - n->x : n->x - at;
  if (heap.size() < 3 || Hit(d, n->id) < heap.top()) {
    heap.emplace(d, n->id);
    if (heap.size() > 3)
      heap.pop();
  }
  nearest(n->left, at, heap);
  nearest(n->right, at, heap);
}

struct Best {
  double d;
  int id;
};
#pragma regtt traversal
static void best(const Node *n, double at, Best *b) {
  if (!n)
    return;
  double d = n->x < at ? at - n->x : n->x - at;
  int id = n->id;
  if (std::make_pair(d, id) < Hit(b->d, b->id)) {
    b->d = d;
    b->id = id;
  }
  best(n->left, at, b);
  best(n->right, at, b);
}

static Node *grow(int depth, int *ids) {
  if (depth <= 0)
    return nullptr;
  Node *n = new Node;
  n->id = (*ids)++;
  n->x = n->id * 37 % 41 / 4;
  n->left = grow(depth - 1, ids);
  n->right = grow(depth - 1 - n->id % 2, ids);
  return n;
}

int main(int argc, char **argv) {
  const size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20;
  int ids = 0;
  const Node *root = grow(8, &ids);
  std::vector<std::priority_queue<Hit>> heaps(count);
  std::vector<Best> bests(count, Best{1e9, -1});
#pragma regtt parallel
  for (size_t i = 0; i < count; ++i)
    nearest(root, static_cast<double>(i) / 3, heaps[i]);
#pragma regtt parallel
  for (size_t i = 0; i < count; ++i)
    best(root, static_cast<double>(i) / 5, &bests[i]);
  for (size_t i = 0; i < count; ++i) {
    for (; !heaps[i].empty(); heaps[i].pop())
      std::printf("%a %d ", heaps[i].top().first, heaps[i].top().second);
    std::printf("%a %d\n", bests[i].d, bests[i].id);
  }
}
