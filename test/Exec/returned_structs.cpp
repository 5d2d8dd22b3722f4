// Structs and pointers that traversals return: hits of rays, pairs, boxes that
// are combined; nodes and what they point to, found top-down.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "1 2" "5 3" "2000 4" "0 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 300 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/returned_structs.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/returned_structs.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/returned_structs.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

struct Vec {
  float x, y, z;
};
struct Ray {
  Vec o, d;
};
struct Hit {
  float t;
  int id;
};
struct Box {
  Vec lo, hi;
  void add(const Box &other) {
    lo = {std::min(lo.x, other.lo.x), std::min(lo.y, other.lo.y),
          std::min(lo.z, other.lo.z)};
    hi = {std::max(hi.x, other.hi.x), std::max(hi.y, other.hi.y),
          std::max(hi.z, other.hi.z)};
  }
};
struct Item {
  int weight;
};
struct Node {
  Box box;
  int id, key;
  const Item *item;
  std::unique_ptr<Node> left, right;
};

static bool meets(const Box &box, const Ray &ray, float most) {
  float near = 0, far = most;
  const float *lo = &box.lo.x, *hi = &box.hi.x, *o = &ray.o.x, *d = &ray.d.x;
  for (int k = 0; k < 3; ++k) {
    const float inverse = 1 / d[k];
    float a = (lo[k] - o[k]) * inverse, b = (hi[k] - o[k]) * inverse;
    if (inverse < 0)
      std::swap(a, b);
    near = a > near ? a : near;
    far = b < far ? b : far;
    if (far < near)
      return false;
  }
  return true;
}

// The nearer of two hits.
#pragma regtt traversal
static Hit trace(const Node *n, const Ray &ray, float most) {
  if (!n || !meets(n->box, ray, most))
    return {1e30f, -1};
  if (!n->left && !n->right) {
    const float t = (n->box.lo.x - ray.o.x) / ray.d.x;
    return t > 0 ? Hit{t, n->id} : Hit{1e30f, -2};
  }
  Hit a = trace(n->left.get(), ray, most);
  Hit b = trace(n->right.get(), ray, std::min(most, a.t));
  return a.t <= b.t ? a : b;
}

// Compared by an operator of its own; what a call returns is returned as it is.
struct Deep {
  int level;
  float x;
  bool operator<(const Deep &other) const {
    return level != other.level ? level < other.level : x < other.x;
  }
};
#pragma regtt traversal
static Deep deepest(const Node *n, float x, int level) {
  if (!n)
    return {-1, 0.5f};
  const Deep left = deepest(n->left.get(), x * 0.5f, level + 1);
  if (left.level > 9 && n->key % 3 == 0)
    return left;
  Deep right = deepest(n->right.get(), x + n->box.lo.y, level + 1);
  right.x += left.x;
  if (right.level < 0)
    right.level = level;
  return left < right ? right : left;
}

// A struct of structs, with what its member function makes of it.
#pragma regtt traversal
static Box around(const Node *n, int most) {
  Box box = {{9, 9, 9}, {-9, -9, -9}};
  if (n->key < most)
    box = n->box;
  if (n->left)
    box.add(around(n->left.get(), most));
  if (n->right)
    box.add(around(n->right.get(), most - 1));
  return box;
}

// The node itself, or null.
#pragma regtt traversal
static const Node *find(const Node *n, int key) {
  if (!n || n->key == key)
    return n;
  return key < n->key ? find(n->left.get(), key) : find(n->right.get(), key);
}
#pragma regtt traversal
static const Item *itemOf(const Node *n, int key) {
  if (key < n->key)
    return n->left ? itemOf(n->left.get(), key) : nullptr;
  if (key > n->key && n->right)
    return itemOf(n->right.get(), key);
  return key == n->key ? n->item : nullptr;
}

static std::vector<Item> items;
static int nextId;
static std::unique_ptr<Node> build(int low, int high) {
  if (low >= high)
    return nullptr;
  auto n = std::make_unique<Node>();
  const int middle = low + nextNumber() % (high - low);
  n->id = nextId++;
  n->key = 2 * middle;
  n->item = middle % 3 ? &items[middle] : nullptr;
  const Vec at = {float(nextFraction()), float(nextFraction()),
                  float(nextFraction())};
  n->box = {at, {at.x + 0.2f, at.y + 0.2f, at.z + 0.2f}};
  n->left = build(low, middle);
  n->right = build(middle + 1, high);
  for (const Node *child : {n->left.get(), n->right.get()})
    if (child)
      n->box.add(child->box);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  for (int i = 0; i < size; ++i)
    items.push_back({nextNumber() % 1000});
  const std::unique_ptr<Node> tree = build(0, size);
  const Node *root = tree.get();
  const int n = 200;
  std::vector<Ray> rays(n);
  std::vector<int> keys(n);
  for (Ray &ray : rays)
    ray = {{float(nextFraction()), float(nextFraction()), -1},
           {float(nextFraction()) - 0.5f, float(nextFraction()) - 0.5f, 1}};
  for (int &key : keys)
    key = nextNumber() % (2 * size + 2);

  std::vector<Hit> hits(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    hits[i] = trace(root, rays[i], 1e30f);
  for (const Hit &hit : hits)
    std::printf("%a %d\n", hit.t, hit.id);

  double sum = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Hit hit = trace(root, rays[i], 2);
    sum += hit.id < 0 ? -1 : hit.t;
  }
  std::printf("%a\n", sum);

#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    auto [level, x] = deepest(root, rays[i].o.x, 0);
    std::printf("%d %a\n", level, x);
  }

  std::vector<const Node *> found(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    found[i] = find(root, keys[i]);
  for (const Node *node : found)
    std::printf("%d\n", node ? node->id : -1);
  if (!root)
    return 0;

  std::vector<Box> boxes(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    boxes[i] = around(root, keys[i]);
  for (const Box &box : boxes)
    std::printf("%a %a %a %a\n", box.lo.x, box.lo.y, box.hi.y, box.hi.z);
  long weight = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Item *item = itemOf(root, keys[i]);
    if (item)
      weight += item->weight;
  }
  std::printf("%ld\n", weight);
  return 0;
}
