// Objects and numbers around the loop to which nothing else leads: a tree that is
// a variable of the function's, whose methods the loop calls and whose members
// they read once they have written to what they are handed; a number with
// internal linkage that names the root. (Diagnostics/local_objects.cpp has those
// that something else may change.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "50" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 30 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int x, left, right;
};

class Tree {
public:
  explicit Tree(int count) : half(count / 2) {
    for (int k = 0; k < count; ++k)
      nodes.push_back({k * 7919 % 101, 2 * k + 1 < count ? 2 * k + 1 : -1,
                       2 * k + 2 < count ? 2 * k + 2 : -1});
  }
  void above(int at, int *sum, int *seen) const {
    *sum = 0;
    *seen = at % 2;
    if (half < 1)
      return;
    walk(0, at, sum);
    *sum += half + extra;
    *seen += half;
  }
  int extra = 0;

private:
  std::vector<Node> nodes;
  int half;

#pragma regtt traversal
  void walk(int k, int at, int *sum) const {
    if (k < 0)
      return;
    if (nodes[static_cast<size_t>(k)].x > at)
      *sum += nodes[static_cast<size_t>(k)].x;
    walk(nodes[static_cast<size_t>(k)].left, at, sum);
    walk(nodes[static_cast<size_t>(k)].right, at, sum);
  }
};

// Results behind plain pointers; a constructor, and a function that makes one.
struct View {
  const Node *nodes;
  int half;
  View() : nodes(nullptr), half(-1) { narrow(0); }
  View(const View &other) : nodes(other.nodes), half(other.half) {}
  void narrow(int least) { half = half < least ? half : least; }
#pragma regtt traversal
  void walk(int k, int at, int *sum) const {
    if (k < 0)
      return;
    *sum += nodes[k].x > at;
    walk(nodes[k].left, at, sum);
    walk(nodes[k].right, at, sum);
  }
  void above(int at, int *sum) const {
    *sum = 0;
    if (half < 1)
      return;
    walk(0, at, sum);
    *sum += half;
  }
};
static View view(const Node *nodes) {
  View made;
  made.nodes = nodes;
  made.half = 2;
  return made;
}
static void count_above(const Node *nodes, int *out, int n) {
  View tree = view(nodes);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
}

static int count = 9;
static int *left, *right;
#pragma regtt traversal
static int leaves(int k, int least) {
  if (k < count || k < least)
    return 1;
  return leaves(left[k], least) + leaves(right[k], least);
}

static int halved(const Tree &tree, int at, int *sum) {
  int seen = 0;
  tree.above(at, sum, &seen);
  return *sum / 2 + seen;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 30;
  Tree tree(60);
  tree.extra = n % 3;
  std::vector<int> sum(static_cast<size_t>(n)), seen(sum.size());
#pragma regtt parallel
  for (size_t i = 0; i < sum.size(); ++i)
    tree.above(static_cast<int>(i), &sum[i], &seen[i]);
  for (size_t i = 0; i < sum.size(); ++i)
    std::printf("%d %d\n", sum[i], seen[i]);
#pragma regtt parallel
  for (size_t i = 0; i < sum.size(); ++i)
    seen[i] = halved(tree, static_cast<int>(3 * i), &sum[i]);
  for (size_t i = 0; i < sum.size(); ++i)
    std::printf("%d %d\n", sum[i], seen[i]);

  const Node few[] = {{5, 1, 2}, {9, -1, -1}, {40, -1, -1}};
  count_above(few, sum.data(), n);
  for (const int each : sum)
    std::printf("%d\n", each);

  // Two children for each number from `count` on, as clustering makes them.
  std::vector<int> l(17), r(17);
  for (int k = 9; k < 17; ++k) {
    l[static_cast<size_t>(k)] = 2 * (k - 9);
    r[static_cast<size_t>(k)] = 2 * (k - 9) + 1;
  }
  left = l.data();
  right = r.data();
  int *const found = sum.data();
#pragma regtt parallel copyin(left[0 : 17], right[0 : 17])
  for (int i = 0; i < n; ++i)
    found[i] = leaves(2 * count - 2, i % 12);
  for (const int each : sum)
    std::printf("%d\n", each);
}
