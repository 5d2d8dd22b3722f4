// Forests whose trees each have arrays of nodes of their own: objects with a
// vector, vectors of vectors, pointers in C's way, several arrays a tree, root
// numbers that trees have, one tree several times, trees that are empty or not
// there, two trees by name.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 9" "7 1" "5 0" "0 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 7 2>&1 | FileCheck %s
// CHECK-COUNT-9: verify=identical
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  int feature;
  float threshold;
  int left, right;
  float value;
};

static unsigned seed = 9;
static unsigned random(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}

// An object with a vector.
class Tree {
public:
  std::vector<Node> nodes;
  int top = 0;
  int grow(int depth) {
    const size_t self = nodes.size();
    nodes.push_back({-1, 0, -1, -1, static_cast<float>(random(1000)) / 8});
    if (depth == 0 || random(9) == 0)
      return static_cast<int>(self);
    const int left = grow(depth - 1), right = grow(depth - 1);
    nodes[self] = {static_cast<int>(random(3)),
                   static_cast<float>(random(1000)) / 1000, left, right, 0};
    return static_cast<int>(self);
  }
  bool isEmpty() const { return nodes.empty(); }
#pragma regtt traversal
  float predict(const float *x, int i = 0) const {
    const Node &n = nodes[static_cast<size_t>(i)];
    if (n.feature < 0)
      return n.value;
    return x[n.feature] <= n.threshold ? predict(x, n.left)
                                       : predict(x, n.right);
  }
};

// Several arrays a tree.
struct Columns {
  std::vector<int> feature, left, right;
  std::vector<float> threshold, value;
#pragma regtt traversal
  void add(size_t i, const float *x, double *sum) const {
    if (feature[i] < 0) {
      *sum += static_cast<double>(value[i]);
      return;
    }
    if (x[feature[i]] <= threshold[i] + 0.1f)
      add(static_cast<size_t>(left[i]), x, sum);
    if (x[feature[i]] > threshold[i] - 0.1f)
      add(static_cast<size_t>(right[i]), x, sum);
  }
};

// A vector of vectors.
#pragma regtt traversal
static int leaf(const std::vector<Node> &tree, int i, const float *x) {
  const Node &n = tree[static_cast<size_t>(i)];
  if (n.feature < 0)
    return i;
  return leaf(tree, x[n.feature] <= n.threshold ? n.left : n.right, x);
}

// Arrays behind pointers.
#pragma regtt traversal
static void sum(const Node *tree, int i, const float *x, float *result) {
  if (i < 0)
    return;
  *result += tree[i].value;
  if (tree[i].feature < 0 || x[tree[i].feature] <= tree[i].threshold)
    sum(tree, tree[i].left, x, result);
  if (tree[i].feature < 0 || x[tree[i].feature] > tree[i].threshold)
    sum(tree, tree[i].right, x, result);
}

class Forest {
public:
  std::vector<Tree> trees;
  void predict(const std::vector<float> &x, std::vector<float> &y) const {
    const size_t count = y.size();
#pragma regtt parallel
    for (size_t r = 0; r < count; ++r) {
      float all = 0;
      for (const Tree &tree : trees)
        if (!tree.isEmpty())
          all += tree.predict(&x[r * 3]);
      y[r] = all;
    }
  }
};

static void show(const char *name, const std::vector<float> &y) {
  for (const float each : y)
    std::printf("%s %a\n", name, static_cast<double>(each));
}

int main(int argc, char **argv) {
  const size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 60;
  const size_t size = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 7;
  Forest forest;
  forest.trees.resize(size);
  for (size_t t = 0; t < size; ++t)
    if (t % 4 != 3) {
      for (unsigned k = random(3); k > 0; --k) // the root is not the first
        forest.trees[t].nodes.push_back({-1, 0, -1, -1, 7});
      forest.trees[t].top = forest.trees[t].grow(static_cast<int>(t % 6) + 2);
    }
  std::vector<float> x(3 * count), y(count);
  for (float &each : x)
    each = static_cast<float>(random(1000)) / 1000;

  forest.predict(x, y);
  show("range", y);

  const std::vector<Tree> &trees = forest.trees;
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    float all = 0;
    for (size_t t = 0; t < trees.size(); ++t)
      if (trees[t].nodes.size() > 0)
        all += trees[t].predict(&x[r * 3], trees[t].top);
    y[r] = all;
  }
  show("top", y);

  // Some of them, some twice.
  std::vector<const Tree *> chosen;
  for (size_t t = 0; t < 2 * size; ++t)
    chosen.push_back(t % 5 == 2 || trees[t * 3 % size].isEmpty()
                         ? nullptr
                         : &trees[t * 3 % size]);
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    float all = 0;
    for (size_t t = 0; t < chosen.size(); ++t)
      if (chosen[t])
        all = all / 2 + chosen[t]->predict(&x[r * 3], chosen[t]->top);
    y[r] = all;
  }
  show("chosen", y);

  std::vector<std::vector<Node>> plain;
  for (const Tree &tree : trees)
    if (!tree.isEmpty())
      plain.push_back(tree.nodes);
  std::vector<int> leaves(count);
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    int all = 0;
    for (const auto &tree : plain)
      all = 3 * all + leaf(tree, 0, &x[r * 3]);
    leaves[r] = all;
  }
  for (const int each : leaves)
    std::printf("leaf %d\n", each);

  std::vector<const Node *> pointers;
  std::vector<int> tops;
  for (const Tree &tree : trees) {
    pointers.push_back(tree.nodes.data());
    tops.push_back(tree.isEmpty() ? -1 : tree.top);
  }
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    float all = 0;
    for (size_t t = 0; t < pointers.size(); ++t)
      sum(pointers[t], tops[t], &x[r * 3], &all);
    y[r] = all;
  }
  show("pointers", y);

  std::vector<Columns> columns;
  for (const Tree &tree : trees) {
    if (tree.isEmpty())
      continue;
    columns.emplace_back();
    for (const Node &n : tree.nodes) {
      columns.back().feature.push_back(n.feature);
      columns.back().left.push_back(n.left);
      columns.back().right.push_back(n.right);
      columns.back().threshold.push_back(n.threshold);
      columns.back().value.push_back(n.value);
    }
  }
  std::vector<double> sums(count);
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    double all = 0;
    for (const Columns &each : columns)
      each.add(0, &x[r * 3], &all);
    sums[r] = all;
  }
  for (const double each : sums)
    std::printf("columns %a\n", each);

  // Two by name.
  Tree small, large;
  small.grow(2);
  large.grow(6);
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r)
    y[r] = small.predict(&x[r * 3]) - 2 * large.predict(&x[r * 3]);
  show("two", y);

  // Two of many.
  const std::vector<Tree> pair = {large, small};
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    const Tree &first = pair[0];
    y[r] = first.predict(&x[r * 3]) - pair[1].predict(&x[r * 3]);
  }
  show("pair", y);

  // Trees that own what they are.
  std::vector<std::unique_ptr<Tree>> owned;
  for (int t = 0; t < 3; ++t) {
    owned.push_back(std::make_unique<Tree>());
    owned.back()->grow(4);
  }
#pragma regtt parallel
  for (size_t r = 0; r < count; ++r) {
    float all = 0;
    for (size_t t = 0; t < owned.size(); ++t)
      all += owned[t]->predict(&x[r * 3]);
    y[r] = all;
  }
  show("owned", y);
}
