// What the loop does with the value that a traversal returns.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "2 3" "300 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-5: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_values.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_values.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_values.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Node {
  float x;
  int id;
  Node *left, *right;
};
enum class Side { None, Left, Right };

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()), int(nodes.size()), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static int find(const Node *n, float x) {
  if (!n)
    return -1;
  if (x < n->x * 0.25f)
    return n->id;
  return x < n->x ? find(n->left, x) : find(n->right, x);
}

#pragma regtt traversal
static double sum(const Node *n, float x) {
  if (!n || n->x < x)
    return 0;
  return n->x + sum(n->left, x) * 0.5 + sum(n->right, x);
}

#pragma regtt traversal
static Side side(const Node *n, float x) {
  if (!n)
    return Side::None;
  if (n->x > x + 0.5f)
    return Side::Right;
  if (n->x < x - 0.5f)
    return Side::Left;
  return x < n->x ? side(n->left, x) : side(n->right, x);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  const Node *root = build(n / 2 + 1);
  std::vector<float> x(n);
  for (float &value : x)
    value = float(nextFraction());

  double total = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    total += sum(root, x[i]);
  std::printf("%a\n", total);

  std::vector<int> found;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const float shifted = x[i] * 0.75f;
    const int id = find(root, shifted);
    if (id < 0)
      continue;
    found.push_back(id + int(shifted * 10));
  }
  for (int id : found)
    std::printf("%d ", id);

  int counts[3] = {};
#pragma regtt parallel
  for (float value : x) {
    auto where = side(root, value);
    counts[int(where)]++;
  }
  std::printf("%d %d %d\n", counts[0], counts[1], counts[2]);

#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    std::printf("%d: %a\n", i, 2 * sum(root, x[i]) + 1);

  std::vector<Side> sides(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    sides[n - 1 - i] = side(root, x[i]);
  for (Side s : sides)
    std::printf("%d", int(s));
  return 0;
}
