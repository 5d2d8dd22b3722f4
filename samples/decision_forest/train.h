// Trains a random forest: trees by CART (Breiman et al. 1984) with the Gini
// impurity, each on a bootstrap sample and with a random choice of features at
// every node (Breiman 2001).
#pragma once

#include "data.h"

#include <algorithm>
#include <cmath>
#include <vector>

struct Node {
  int feature; // -1 at a leaf
  float threshold;
  int below, above; // where the feature is below the threshold, and not
  int label;        // of a leaf

  bool isLeaf() const { return feature < 0; }
};

using Forest = std::vector<std::vector<Node>>; // a tree's root is its node 0

struct TrainOptions {
  int numTrees = 50;
  int maxDepth = 14;
};

class TreeTrainer {
public:
  TreeTrainer(const std::vector<Sample> &samples, int maxDepth, Random random)
      : samples(samples), maxDepth(maxDepth), random(random) {}

  std::vector<Node> train() {
    std::vector<int> ids(samples.size());
    for (int &id : ids)
      id = int(randomBelow(&random, samples.size()));
    grow(ids.data(), ids.data() + ids.size(), 0);
    return std::move(nodes);
  }

private:
  struct Split {
    int feature = -1;
    float threshold = 0;
    double impurity = INFINITY;
  };

  /// Grows the subtree of some samples; returns the index of its root.
  int grow(int *begin, int *end, int depth) {
    int index = int(nodes.size());
    nodes.push_back({-1, 0, -1, -1, majority(begin, end)});
    if (depth == maxDepth || pure(begin, end))
      return index;
    Split split = bestSplit(begin, end);
    if (split.feature < 0)
      return index;
    int *middle = std::stable_partition(begin, end, [&](int id) {
      return samples[id].feature[split.feature] < split.threshold;
    });
    nodes[index].feature = split.feature;
    nodes[index].threshold = split.threshold;
    int below = grow(begin, middle, depth + 1);
    int above = grow(middle, end, depth + 1);
    nodes[index].below = below;
    nodes[index].above = above;
    return index;
  }

  int majority(const int *begin, const int *end) const {
    int counts[CLASSES] = {};
    for (const int *id = begin; id != end; ++id)
      counts[samples[*id].label]++;
    return int(std::max_element(counts, counts + CLASSES) - counts);
  }

  bool pure(const int *begin, const int *end) const {
    return std::all_of(begin, end, [&](int id) {
      return samples[id].label == samples[*begin].label;
    });
  }

  /// The best of the splits by a few features, sqrt(FEATURES) of them; none
  /// where they are equal in all samples.
  Split bestSplit(const int *begin, const int *end) {
    int features[FEATURES];
    for (int i = 0; i < FEATURES; ++i)
      features[i] = i;
    shuffle(features, FEATURES, &random);
    int tried = std::max(1, int(std::sqrt(double(FEATURES))));
    Split best;
    for (int i = 0; i < tried; ++i)
      splitBy(features[i], begin, end, best);
    return best;
  }

  /// Tries all thresholds of a feature: between two values that differ.
  void splitBy(int feature, const int *begin, const int *end, Split &best) {
    std::vector<std::pair<float, int>> values; // and classes
    for (const int *id = begin; id != end; ++id)
      values.emplace_back(samples[*id].feature[feature], samples[*id].label);
    std::sort(values.begin(), values.end());
    double below[CLASSES] = {}, above[CLASSES] = {};
    for (const auto &value : values)
      above[value.second]++;
    double belowSquares = 0, aboveSquares = 0; // of the counts
    for (double count : above)
      aboveSquares += count * count;
    for (size_t i = 1; i < values.size(); ++i) {
      int label = values[i - 1].second;
      belowSquares += 2 * below[label]++ + 1;
      aboveSquares -= 2 * above[label]-- - 1;
      if (values[i - 1].first == values[i].first)
        continue;
      // The sum of both sides' impurities, weighted by their sizes.
      double impurity = double(values.size()) - belowSquares / double(i) -
                        aboveSquares / double(values.size() - i);
      if (impurity < best.impurity)
        best = {feature, values[i].first, impurity};
    }
  }

  const std::vector<Sample> &samples;
  int maxDepth;
  Random random;
  std::vector<Node> nodes;
};

/// Without training samples every tree is a leaf of class 0.
inline Forest trainForest(const std::vector<Sample> &samples,
                          const TrainOptions &options, uint64_t seed) {
  Forest forest;
  for (int i = 0; i < options.numTrees; ++i) {
    Random random = seeded(seed + uint64_t(i));
    forest.push_back(TreeTrainer(samples, options.maxDepth, random).train());
  }
  return forest;
}
