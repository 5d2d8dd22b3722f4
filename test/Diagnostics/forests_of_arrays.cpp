// Forests whose trees have more of their own than arrays of nodes, or are found
// otherwise; each beside what is taken in Exec/forests_of_arrays.cpp.
// RUN: regtt-cc --verify-diagnostics %s
#include <cstddef>
#include <vector>

using std::size_t;

struct Node {
  int feature;
  float threshold;
  int left, right;
  float value;
};

struct Scaled {
  std::vector<Node> nodes;
  float scale;
  int top;
  // What each tree has another one of is no datum of the node's.
#pragma regtt traversal
  float predict(const float *x, int i) const {
    const Node &n = nodes[static_cast<size_t>(i)];
    if (n.feature < 0)
      return n.value * scale;
    return predict(x, x[n.feature] <= n.threshold ? n.left : n.right);
  }
};
struct Tree {
  std::vector<Node> nodes;
  int top;
#pragma regtt traversal
  float predict(const float *x, int i) const {
    // expected-note@+1 {{read here}}
    const Node &n = nodes[static_cast<size_t>(i)];
    if (n.feature < 0)
      return n.value;
    return predict(x, x[n.feature] <= n.threshold ? n.left : n.right);
  }
};
// One array of each tree, and one that all have.
#pragma regtt traversal
static float mixed(const std::vector<Node> &own, const std::vector<float> &all,
                   const float *x, int i) {
  const Node &n = own[static_cast<size_t>(i)];
  if (n.feature < 0)
    return all[static_cast<size_t>(i)];
  return mixed(own, all, x, x[n.feature] <= n.threshold ? n.left : n.right);
}

void scaled(const std::vector<Scaled> &trees, const float *x, float *y, int n) {
#pragma regtt parallel
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (const Scaled &tree : trees)
      // expected-error@+2 {{the calls of an iteration hand over different objects for 'this', or one that changes between them; have a loop for each [RTT1123]}}
      // expected-note@+1 {{here}}
      sum += tree.predict(&x[3 * r], tree.top);
    y[r] = sum;
  }
}

void shared(const std::vector<std::vector<Node>> &trees,
            const std::vector<float> &all, const float *x, float *y, int n) {
#pragma regtt parallel
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (size_t t = 0; t < trees.size(); ++t)
      // expected-error@+2 {{the calls of an iteration hand over different objects for 'own', or one that changes between them; have a loop for each [RTT1123]}}
      // expected-note@+1 {{here}}
      sum += mixed(trees[t], all, &x[3 * r], 0);
    y[r] = sum;
  }
}

// The root of another tree.
void others(const std::vector<Tree> &trees, const float *x, float *y, int n) {
#pragma regtt parallel
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (size_t t = 0; t + 1 < trees.size(); ++t)
      // expected-error@+1 {{the tree's root 'trees[t + 1].top' depends on the iteration or has an effect [RTT1106]}}
      sum += trees[t].predict(&x[3 * r], trees[t + 1].top);
    y[r] = sum;
  }
}

// A root that the iteration computes.
void computed(const std::vector<Tree> &trees, const float *x, float *y, int n) {
#pragma regtt parallel
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (size_t t = 0; t < trees.size(); ++t)
      // expected-error@+1 {{the tree's root 'r' depends on the iteration or has an effect [RTT1106]}}
      sum += trees[t].predict(&x[3 * r], r);
    y[r] = sum;
  }
}

// Trees that change meanwhile.
void changing(std::vector<Tree> &trees, const float *x, float *y, int n) {
#pragma regtt parallel
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (size_t t = 0; t < trees.size(); ++t)
      sum += trees[t].predict(&x[3 * r], 0);
    // expected-error@+1 {{'trees[0].nodes' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
    trees[0].nodes.push_back({-1, 0, 0, 0, sum});
    y[r] = sum;
  }
}

// Taken.
void taken(const std::vector<Tree> &trees, const float *x, float *y, int n) {
#pragma regtt parallel
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (const Tree &tree : trees)
      sum += tree.predict(&x[3 * r], tree.top);
    y[r] = sum;
  }
}
