/// Random trees for tests: nearest's kd-trees, and trees with missing children.
#pragma once

#include "operators/guarded.h"
#include "operators/nearest.h"
#include "point_tree.h"

#include <cmath>
#include <cstddef>
#include <deque>
#include <random>
#include <vector>

namespace testtrees {

inline std::vector<pointtree::UserPoint> clusteredPoints(std::size_t count,
                                                         unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 0.01f);
  std::vector<pointtree::UserPoint> points(count);
  for (std::size_t i = 0; i < count; ++i)
    for (float &x : points[i].coord)
      x = float(i % 5) * 0.2f + normal(random);
  return points;
}

inline std::vector<pointtree::UserPoint> equalPoints(std::size_t count) {
  return std::vector<pointtree::UserPoint>(count, {{0.5f, 0.5f, 0.5f}, 0});
}

/// A correlate tree in which any child may be missing.
struct RaggedTree {
  std::deque<correlate::UserNode> nodes;
  correlate::UserNode *root;

  RaggedTree(const std::vector<pointtree::UserPoint> &points, unsigned seed)
      : random(seed), points(points) {
    root = build(0);
  }

private:
  correlate::UserNode *build(int depth) {
    correlate::UserNode &node = nodes.emplace_back();
    node = {{0, 0, 0}, {1, 1, 1}, nullptr, nullptr, nullptr};
    const unsigned dice = unsigned(random());
    if (depth < 12 && dice % 4 != 0)
      node.left = build(depth + 1);
    if (depth < 12 && dice / 4 % 4 != 0)
      node.right = build(depth + 1);
    if (!node.left && !node.right)
      node.point = &points[random() % points.size()];
    return &node;
  }

  std::mt19937 random;
  const std::vector<pointtree::UserPoint> &points;
};

/// A guarded tree in which any child, the first too, may be missing.
struct GuardedTree {
  std::deque<guarded::UserNode> nodes;
  guarded::UserNode *root;

  explicit GuardedTree(unsigned seed) : random(seed) { root = build(0); }

private:
  guarded::UserNode *build(int depth) {
    std::uniform_real_distribution<double> uniform;
    guarded::UserNode &node = nodes.emplace_back();
    node.id = unsigned(nodes.size());
    node.value = std::pow(uniform(random), 0.2);
    for (double &bound : node.bound)
      bound = uniform(random);
    for (guarded::UserNode *&child : node.child)
      child = depth < 8 && random() % 4 != 0 ? build(depth + 1) : nullptr;
    return &node;
  }

  std::mt19937 random;
};

/// A kd-tree with a point in each node.
struct NearestTree {
  std::deque<nearest::UserNode> nodes;
  nearest::UserNode *root;

  /// `coinciding`: many nodes in few places, so that the first of them to be
  /// visited is the answer.
  NearestTree(std::size_t count, unsigned seed, bool coinciding = false) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform;
    std::vector<nearest::UserNode *> order;
    for (std::size_t i = 0; i < count; ++i) {
      nearest::UserNode &node = nodes.emplace_back();
      node.id = int(i);
      for (double &x : node.coord)
        x = coinciding ? 0.25 * double(random() % 4) : uniform(random);
      order.push_back(&node);
    }
    root = build(order.data(), order.data() + count, 0);
  }

private:
  nearest::UserNode *build(nearest::UserNode **first, nearest::UserNode **last,
                           int axis) {
    if (first == last)
      return nullptr;
    nearest::UserNode **middle = first + (last - first) / 2;
    std::nth_element(first, middle, last,
                     [axis](nearest::UserNode *a, nearest::UserNode *b) {
                       return a->coord[axis] < b->coord[axis];
                     });
    (*middle)->axis = axis;
    (*middle)->child[0] = build(first, middle, 1 - axis);
    (*middle)->child[1] = build(middle + 1, last, 1 - axis);
    return *middle;
  }
};

/// The serial program of nearest.
inline void nearestSerially(nearest::UserQuery *q, const nearest::UserNode *n) {
  if (!n)
    return;
  const double dx = q->coord[0] - n->coord[0], dy = q->coord[1] - n->coord[1];
  const double d = dx * dx + dy * dy;
  if (d < q->best) {
    q->best = d;
    q->bestId = n->id;
  }
  const double diff = n->axis == 0 ? dx : dy;
  const int near = diff < 0 ? 0 : 1;
  nearestSerially(q, n->child[near]);
  if (diff * diff < q->best)
    nearestSerially(q, n->child[1 - near]);
}

inline std::vector<nearest::UserQuery> nearestQueries(std::size_t count,
                                                      unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<nearest::UserQuery> queries(count);
  for (nearest::UserQuery &query : queries)
    query = {{uniform(random), uniform(random)}, 1e30, -1};
  return queries;
}

} // namespace testtrees
