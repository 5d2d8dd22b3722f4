// Decision forests as users write them: trees that own their nodes and vote for
// a class, trees in vectors of nodes whose values are averaged; one annotated
// loop over the samples for each tree.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/users_forest.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/users_forest.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/users_forest.regtt.cu -o %t.o
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

constexpr int NumFeatures = 6;
struct Sample {
  float features[NumFeatures];
  float target;
  int label;
};

// Trees of nodes that own their children; each tree votes for a class.
class DecisionForest {
public:
  DecisionForest(int classes, int maxDepth)
      : numClasses(classes), maxDepth(maxDepth) {}

  void train(const std::vector<Sample> &samples, int numTrees, unsigned seed) {
    std::mt19937 random(seed);
    for (int t = 0; t < numTrees; ++t) {
      std::vector<const Sample *> bag;
      for (size_t i = 0; i < samples.size(); ++i)
        bag.push_back(&samples[random() % samples.size()]);
      trees.push_back(grow(bag.data(), bag.data() + bag.size(), 0, random));
    }
  }

  std::vector<int> classify(const std::vector<Sample> &samples) const {
    std::vector<int> votes(samples.size() * numClasses);
    for (const auto &tree : trees) {
#pragma regtt parallel
      for (size_t i = 0; i < samples.size(); ++i)
        ++votes[i * numClasses + predict(tree.get(), samples[i])];
    }
    std::vector<int> result(samples.size());
    for (size_t i = 0; i < samples.size(); ++i) {
      auto first = votes.begin() + i * numClasses;
      result[i] = int(std::max_element(first, first + numClasses) - first);
    }
    return result;
  }

private:
  struct Node {
    int feature = -1;
    float threshold = 0;
    int label = 0;
    std::unique_ptr<Node> left, right;
    bool isLeaf() const { return feature < 0; }
  };

  std::unique_ptr<Node> grow(const Sample **first, const Sample **last,
                             int depth, std::mt19937 &random) {
    auto node = std::make_unique<Node>();
    std::vector<int> count(numClasses);
    for (const Sample **s = first; s != last; ++s)
      ++count[(*s)->label];
    node->label =
        int(std::max_element(count.begin(), count.end()) - count.begin());
    if (depth == maxDepth || last - first < 3)
      return node;
    int f = int(random() % NumFeatures);
    float t = first[random() % (last - first)]->features[f];
    auto mid = std::partition(
        first, last, [&](const Sample *s) { return s->features[f] < t; });
    if (mid == first || mid == last)
      return node;
    node->feature = f;
    node->threshold = t;
    node->left = grow(first, mid, depth + 1, random);
    node->right = grow(mid, last, depth + 1, random);
    return node;
  }

#pragma regtt traversal
  static int predict(const Node *node, const Sample &s) {
    if (node->isLeaf())
      return node->label;
    if (s.features[node->feature] < node->threshold)
      return predict(node->left.get(), s);
    return predict(node->right.get(), s);
  }

  int numClasses, maxDepth;
  std::vector<std::unique_ptr<Node>> trees;
};

// Trees in vectors of nodes; the mean of what the trees say.
template <class Real> class RegressionForest {
  struct Node {
    std::int32_t feature;
    Real threshold;
    std::int32_t left, right;
    Real value;
  };
  struct Tree {
    std::vector<Node> nodes;

#pragma regtt traversal
    Real evaluate(int index, const Real *x) const {
      const Node &node = nodes[index];
      if (node.feature < 0)
        return node.value;
      return x[node.feature] <= node.threshold ? evaluate(node.left, x)
                                               : evaluate(node.right, x);
    }

    template <class Random>
    int grow(std::vector<std::pair<const Real *, Real>> data, int depth,
             Random &random) {
      int index = int(nodes.size());
      Real sum = 0;
      for (auto &d : data)
        sum += d.second;
      nodes.push_back(
          {-1, 0, -1, -1, data.empty() ? 0 : sum / Real(data.size())});
      if (depth == 0 || data.size() < 4)
        return index;
      int f = int(random() % NumFeatures);
      Real t = data[random() % data.size()].first[f];
      std::vector<std::pair<const Real *, Real>> below, above;
      for (auto &d : data)
        (d.first[f] <= t ? below : above).push_back(d);
      nodes[index].feature = f;
      nodes[index].threshold = t;
      int left = grow(below, depth - 1, random);
      int right = grow(above, depth - 1, random);
      nodes[index].left = left;
      nodes[index].right = right;
      return index;
    }
  };
  std::vector<Tree> trees;

public:
  void train(const std::vector<Real> &x, const std::vector<Real> &y,
             int numTrees, unsigned seed) {
    std::mt19937 random(seed);
    trees.resize(numTrees);
    for (Tree &tree : trees) {
      std::vector<std::pair<const Real *, Real>> data;
      for (size_t i = 0; i < y.size(); ++i) {
        size_t s = random() % y.size();
        data.push_back({&x[s * NumFeatures], y[s]});
      }
      tree.grow(data, 8, random);
    }
  }

  void predict(const Real *x, int n, Real *result) const {
    std::fill(result, result + n, Real(0));
    for (const Tree &tree : trees) {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        result[i] += tree.evaluate(0, x + i * NumFeatures);
    }
    for (int i = 0; i < n; ++i)
      result[i] /= Real(trees.size());
  }
};

template <class Real> void regress(int n, int m, int numTrees) {
  std::mt19937 g(9);
  std::uniform_real_distribution<Real> u(-1, 1);
  std::vector<Real> x(n * NumFeatures), y(n), asked(m * NumFeatures), said(m);
  for (Real &v : x)
    v = u(g);
  for (Real &v : asked)
    v = u(g);
  for (int i = 0; i < n; ++i)
    y[i] = std::sin(3 * x[i * NumFeatures]) + x[i * NumFeatures + 1];
  RegressionForest<Real> forest;
  forest.train(x, y, numTrees, 4);
  forest.predict(asked.data(), m, said.data());
  for (Real v : said)
    std::printf("%a ", double(v));
  std::printf("\n");
}

int main() {
  std::mt19937 g(1);
  std::normal_distribution<float> u;
  auto draw = [&](int n) {
    std::vector<Sample> all(n);
    for (Sample &s : all) {
      for (float &f : s.features)
        f = u(g);
      s.label =
          (s.features[0] > 0) + 2 * (s.features[1] + s.features[2] > 0.5f);
    }
    return all;
  };
  DecisionForest forest(4, 9);
  std::vector<Sample> samples = draw(600);
  forest.train(samples, 15, 2);
  for (int m : {500, 1, 0}) {
    for (int label : forest.classify(draw(m)))
      std::printf("%d", label);
    std::printf("\n");
  }
  regress<float>(500, 200, 12);
  regress<double>(300, 100, 1);
  regress<double>(300, 0, 3);
}
