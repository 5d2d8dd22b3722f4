/// Points and kd-trees over them as a serial program builds them, with one
/// point a leaf and bounding boxes in the nodes: input for the correlate
/// operator.
#pragma once

#include "operators/correlate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <random>
#include <vector>

namespace pointtree {
using correlate::UserNode;
using correlate::UserPoint;

/// Owns its nodes; borrows the points.
class Tree {
public:
  explicit Tree(const std::vector<UserPoint> &points) {
    std::vector<const UserPoint *> order;
    for (const UserPoint &point : points)
      order.push_back(&point);
    if (!order.empty())
      root = build(order.data(), order.data() + order.size());
  }

  UserNode *root = nullptr;
  std::deque<UserNode> nodes;

private:
  UserNode *build(const UserPoint **first, const UserPoint **last) {
    UserNode &node = nodes.emplace_back();
    node.point = nullptr;
    node.left = node.right = nullptr;
    for (int d = 0; d < 3; ++d) {
      node.min[d] = node.max[d] = (*first)->coord[d];
      for (const UserPoint **p = first; p != last; ++p) {
        node.min[d] = std::min(node.min[d], (*p)->coord[d]);
        node.max[d] = std::max(node.max[d], (*p)->coord[d]);
      }
    }
    if (last - first == 1) {
      node.point = *first;
      return &node;
    }
    int axis = 0;
    for (int d = 1; d < 3; ++d)
      if (node.max[d] - node.min[d] > node.max[axis] - node.min[axis])
        axis = d;
    const UserPoint **middle = first + (last - first) / 2;
    std::nth_element(first, middle, last,
                     [axis](const UserPoint *a, const UserPoint *b) {
                       return a->coord[axis] < b->coord[axis];
                     });
    node.left = build(first, middle);
    node.right = build(middle, last);
    return &node;
  }
};

inline std::vector<UserPoint> uniformPoints(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform;
  std::vector<UserPoint> points(count);
  for (UserPoint &point : points)
    point = {{uniform(random), uniform(random), uniform(random)}, 0};
  return points;
}

/// The leaves' points from left to right: queries in tree order.
inline void appendInTreeOrder(const UserNode *node,
                              std::vector<UserPoint> &points) {
  if (!node)
    return;
  if (node->point)
    points.push_back(*node->point);
  appendInTreeOrder(node->left, points);
  appendInTreeOrder(node->right, points);
}

inline float sq(float x) { return x * x; }

/// The serial program.
inline bool canCorrelate(const UserPoint *p, const UserNode *n, float rad) {
  float sum = 0, boxsum = 0;
  for (int i = 0; i < 3; ++i) {
    float center = (n->max[i] + n->min[i]) / 2;
    float boxdist = (n->max[i] - n->min[i]) / 2;
    sum += sq(p->coord[i] - center);
    boxsum += sq(boxdist);
  }
  return std::sqrt(sum) - std::sqrt(boxsum) < rad;
}

inline void correlateSerially(UserPoint *p, const UserNode *n, float rad) {
  if (!n || !canCorrelate(p, n, rad))
    return;
  if (!n->left && !n->right) {
    float dist = 0;
    for (int i = 0; i < 3; ++i)
      dist += sq(p->coord[i] - n->point->coord[i]);
    if (std::sqrt(dist) < rad)
      p->corr++;
    return;
  }
  correlateSerially(p, n->left, rad);
  correlateSerially(p, n->right, rad);
}

} // namespace pointtree
