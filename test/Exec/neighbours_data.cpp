// Data of other nodes that a field leads to: a child's box is tested before it is
// visited, by its pointer, through locals and references, by methods and helpers,
// before and after calls; of grandchildren and the parent; behind
// std::unique_ptr. Leaves keep anything in their pointers.
//
//   neighbours_data DEPTH QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "9 200 1" "0 20 2" "1 20 3" "40 20 4" "5 0 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 5 9 6 2>&1 | FileCheck %s
// CHECK-COUNT-5: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/neighbours_data.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/neighbours_data.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/neighbours_data.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

struct Box {
  float lo[2], hi[2];
};
struct Query {
  float at[2], best;
  int count;
  unsigned trace;
};

static float distance(const Box &box, const Query &q) {
  float sum = 0;
  for (int k = 0; k < 2; ++k) {
    const float d =
        std::max(std::max(box.lo[k] - q.at[k], q.at[k] - box.hi[k]), 0.0f);
    sum += d * d;
  }
  return sum;
}

struct Node {
  Box box;
  int id, leaf;
  Node *left, *right; // of a leaf: no addresses
  const Node *parent;
  bool isLeaf() const { return leaf != 0; }
  float away(const Query &q) const { return distance(box, q); }
};

static void meet(Query &q, const Node *n) {
  q.trace = q.trace * 31 + unsigned(n->id);
  q.count++;
}
static float away(const Node &n, const Query &q) { return distance(n.box, q); }

// A bounding volume hierarchy, nearest child first.
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  meet(q, n);
  if (n->isLeaf()) {
    q.best = std::min(q.best, distance(n->box, q));
    return;
  }
  const float left = distance(n->left->box, q);
  const float right = distance(n->right->box, q);
  if (left < right) {
    if (left < q.best)
      nearest(q, n->left);
    if (right < q.best)
      nearest(q, n->right);
  } else {
    if (right < q.best)
      nearest(q, n->right);
    if (left < q.best)
      nearest(q, n->left);
  }
}

// Through locals, references, methods and helpers; between calls, too.
#pragma regtt traversal
static void within(Query &q, const Node *n, float reach) {
  meet(q, n);
  if (n->isLeaf())
    return;
  const Node *left = n->left;
  const Node &right = *n->right;
  if (left->away(q) < reach && !(left->isLeaf() && left->id % 3 == 0))
    within(q, left, reach * 0.9f);
  q.count += right.isLeaf() ? 100 : 1000;
  if (q.count % 7 != 3 && away(right, q) < reach)
    within(q, &right, reach);
  if (left->isLeaf() && right.isLeaf())
    q.trace ^= unsigned(left->id + right.id);
}

// Two levels down and one up.
#pragma regtt traversal
static void around(Query &q, const Node *n) {
  meet(q, n);
  if (n->parent)
    q.trace += unsigned(n->parent->id) * unsigned(n->parent->leaf + 3);
  if (n->leaf || q.count > 60)
    return;
  if (!n->left->leaf)
    q.count += n->left->left->id > q.count;
  around(q, n->left);
  if (!n->right->isLeaf() && n->right->right->box.lo[0] > q.at[0])
    return;
  around(q, n->right);
}

struct Owner {
  float x;
  std::unique_ptr<Owner> less, more;
};

// Null children are looked at before they are tested by nothing else.
#pragma regtt traversal
static void owned(Query &q, const Owner &n) {
  q.trace = q.trace * 7 + unsigned(n.x * 64);
  if (n.less && n.less->x <= q.at[0])
    owned(q, *n.less);
  if (n.more && !n.more->less && n.more->x > q.at[1])
    q.count++;
  if (n.more && q.count < 50 && n.more->x >= q.at[0])
    owned(q, *n.more);
}

struct Walker {
  float reach;
#pragma regtt traversal
  void walk(Query &q, const Node *n) const {
    meet(q, n);
    if (n->isLeaf())
      return;
    if (n->left->away(q) < reach)
      walk(q, n->left);
    if (n->right->away(q) < reach)
      walk(q, n->right);
  }
  void run(std::vector<Query> &queries, const Node *root) const {
#pragma regtt parallel
    for (Query &q : queries)
      walk(q, root);
  }
};

static std::deque<Node> nodes;

static Node *build(int depth, const Box &box, const Node *parent) {
  nodes.push_back({box, int(nodes.size()), 1, nullptr, nullptr, parent});
  Node *n = &nodes.back();
  if (depth <= 0) {
    n->left = reinterpret_cast<Node *>(std::uintptr_t(0x18 + n->id));
    n->right = reinterpret_cast<Node *>(~std::uintptr_t(0) - 7);
    return n;
  }
  Box less = box, more = box;
  const int axis = depth % 2;
  const float middle =
      box.lo[axis] + (box.hi[axis] - box.lo[axis]) * float(nextFraction());
  less.hi[axis] = more.lo[axis] = middle;
  n->leaf = 0;
  // Deep trees are chains with a leaf at each node.
  const bool narrow = depth > 20;
  n->left = build(narrow ? 0 : depth - 1, less, n);
  n->right = build(depth - 1 - (nextNumber() % 4 == 0), more, n);
  return n;
}

static std::unique_ptr<Owner> own(int depth, float lo, float hi) {
  if (depth < 0 || (depth < 6 && nextNumber() % 5 == 0))
    return nullptr;
  std::unique_ptr<Owner> n(new Owner);
  n->x = lo + (hi - lo) * float(nextFraction());
  n->less = own(depth > 20 ? -1 : depth - 1, lo, n->x);
  n->more = own(depth - 1, n->x, hi);
  return n;
}

static void print(const char *name, std::vector<Query> &queries) {
  for (Query &q : queries) {
    std::printf("%s %a %d %u\n", name, double(q.best), q.count, q.trace);
    q.best = INFINITY;
    q.count = 0;
    q.trace = 1;
  }
}

int main(int argc, char **argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 6;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  numbersState = argc > 3 ? unsigned(std::atoi(argv[3])) : 1;
  const Node *root = build(depth, {{0, 0}, {1, 1}}, nullptr);
  std::unique_ptr<Owner> owner = own(depth, 0, 1);
  if (!owner)
    owner.reset(new Owner{0.5f, nullptr, nullptr});
  std::vector<Query> queries(static_cast<std::size_t>(numQueries));
  for (Query &q : queries)
    q = {{float(nextFraction() * 1.5), float(nextFraction())}, INFINITY, 0, 1};

#pragma regtt parallel
  for (Query &q : queries)
    nearest(q, root);
  print("nearest", queries);
#pragma regtt parallel
  for (Query &q : queries)
    within(q, root, 0.3f);
  print("within", queries);
#pragma regtt parallel
  for (Query &q : queries)
    around(q, root);
  print("around", queries);
#pragma regtt parallel
  for (Query &q : queries)
    owned(q, *owner);
  print("owned", queries);
  Walker{0.05f}.run(queries, root);
  print("walk", queries);
}
