// Nodes that are numbers, in C++: a member function of the tree that holds them
// in a vector, a template over the type of numbers, parameters that are handed
// on; children chosen by data, kept in locals, visited behind a guard; helpers
// on elements; copies of elements; the number as a result; arguments that change
// from call to call; other arrays by numbers in the node.
//
//   numbered_trees POINTS QUERIES SEED SHAPE
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "2000 300 1 random" "1 20 2 random" "0 5 3 random" "3000 40 4 line" "700 50 5 equal"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 random 2>&1 | FileCheck %s
// CHECK-COUNT-7: verify=identical
// CHECK-NOT: verify=
// RUN: env REGTT_TARGET=cpu not %t.parallel 50 5 2 broken 2>&1 | FileCheck --check-prefix=BROKEN %s
// BROKEN: error: nearest: the tree has a node number 50, outside of the array of nodes, which has 50 elements
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/numbered_trees.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/numbered_trees.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/numbered_trees.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Point {
  float coord[2];
};

static float squared(const Point &a, const Point &b) {
  const float x = a.coord[0] - b.coord[0], y = a.coord[1] - b.coord[1];
  return x * x + y * y;
}

struct Query {
  Point at;
  float best;
  int nearest, visits, level;
  double sum;
};

template <class Number> struct Node {
  Point point;
  Number child[2];
  Number axis;
  bool isLeaf() const { return child[0] == none && child[1] == none; }
  static const Number none = static_cast<Number>(-1);
};

// A kd-tree that holds its nodes.
class Tree {
public:
  std::vector<Node<int>> nodes;
  std::vector<float> weights;
  int first = -1;

  void find(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (size_t i = 0; i < queries.size(); ++i)
      nearest(queries[i], first);
  }

  void weigh(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (Query &q : queries)
      descend(q, first, 1, 0);
  }

  int build(std::vector<Point> points, int begin, int end, int depth);

private:
  // The second child behind a guard; the number is the result.
#pragma regtt traversal
  void nearest(Query &q, int i) const {
    if (i == -1)
      return;
    const Node<int> &n = nodes[static_cast<size_t>(i)];
    q.visits++;
    const float d = squared(q.at, n.point);
    if (d < q.best) {
      q.best = d;
      q.nearest = i;
    }
    if (n.isLeaf())
      return;
    const float diff = q.at.coord[n.axis] - n.point.coord[n.axis];
    const int near = diff < 0 ? n.child[0] : n.child[1];
    const int far = diff < 0 ? n.child[1] : n.child[0];
    nearest(q, near);
    if (diff * diff < q.best)
      nearest(q, far);
  }

  // One child; the caller tests; the level and a weight go along.
#pragma regtt traversal
  void descend(Query &q, int i, float factor, int level) const {
    if (i < 0)
      return;
    auto &n = nodes[i];
    q.sum += factor * weights[i];
    q.level = level;
    int side = q.at.coord[n.axis] > n.point.coord[n.axis];
    descend(q, n.child[side], factor * 0.75f, level + 1);
  }
};

int Tree::build(std::vector<Point> points, int begin, int end, int depth) {
  if (begin == end)
    return -1;
  const int self = int(nodes.size()), middle = (begin + end) / 2;
  nodes.emplace_back();
  weights.push_back(float(nextFraction()));
  const int axis = depth % 2;
  for (int i = begin; i < end; ++i) // a few swaps are order enough
    for (int k = i; k > begin && k > i - 40 &&
                    points[k].coord[axis] < points[k - 1].coord[axis];
         --k)
      std::swap(points[k], points[k - 1]);
  nodes[self].point = points[middle];
  nodes[self].axis = axis;
  const int left = build(points, begin, middle, depth + 1);
  const int right = build(points, middle + 1, end, depth + 1);
  nodes[self].child[0] = left;
  nodes[self].child[1] = right;
  return self;
}

// The same nodes under smaller numbers, from a parameter.
template <class Number>
#pragma regtt traversal
void within(Query &q, const std::vector<Node<Number>> &tree, Number i,
            float radius) {
  if (i == Node<Number>::none)
    return;
  const Node<Number> n = tree[i];
  if (squared(q.at, n.point) <= radius) {
    q.sum += n.point.coord[0];
    q.nearest = q.nearest < 0 ? int(i) : q.nearest;
  }
  const float diff = q.at.coord[n.axis] - n.point.coord[n.axis];
  if (diff <= 0 || diff * diff <= radius)
    within(q, tree, n.child[0], radius);
  if (diff >= 0 || diff * diff <= radius)
    within(q, tree, n.child[1], radius);
}

template <class Number>
void findWithin(std::vector<Query> &queries,
                const std::vector<Node<Number>> &tree, Number root) {
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    within(queries[i], tree, root, 60.0f);
}

// Parallel arrays in a struct behind a pointer, with boxes of other nodes.
struct Boxes {
  std::vector<uint32_t> first, second; // 0: none
  std::vector<Point> low, high;
  uint32_t root;
};

static bool outside(const Point &low, const Point &high, const Query &q) {
  for (int d = 0; d < 2; ++d)
    if (q.at.coord[d] + 4 < low.coord[d] || q.at.coord[d] - 4 > high.coord[d])
      return true;
  return false;
}

#pragma regtt traversal
static void meetBoxes(const Boxes *boxes, uint32_t box, Query *q) {
  const uint32_t left = boxes->first[box], right = boxes->second[box];
  q->visits++;
  q->sum += boxes->low[box].coord[0];
  // A look at the children before they are visited.
  if (left && !outside(boxes->low[left], boxes->high[left], *q))
    meetBoxes(boxes, left, q);
  if (right && !outside(boxes->low[right], boxes->high[right], *q))
    meetBoxes(boxes, right, q);
}

// A search in sorted order, in a heap of keys.
static std::vector<float> keys;

#pragma regtt traversal
static void lowerBound(Query *q, unsigned i) {
  if (i >= keys.size())
    return;
  q->visits++;
  if (keys[i] < q->at.coord[0]) {
    lowerBound(q, 2 * i + 2);
  } else {
    q->nearest = static_cast<int>(i);
    lowerBound(q, 2 * i + 1);
  }
}

static void print(const char *name, std::vector<Query> &queries) {
  for (Query &q : queries) {
    std::printf("%s %a %d %d %d %a\n", name, q.best, q.nearest, q.visits,
                q.level, q.sum);
    q = {q.at, 1e30f, -1, 0, 0, 0};
  }
}

template <class Number>
static std::vector<Node<Number>> smaller(const Tree &tree) {
  std::vector<Node<Number>> nodes;
  for (const Node<int> &n : tree.nodes)
    nodes.push_back(
        {n.point,
         {static_cast<Number>(n.child[0]), static_cast<Number>(n.child[1])},
         static_cast<Number>(n.axis)});
  return nodes;
}

static void fillHeap(const std::vector<float> &sorted, size_t i, size_t &next) {
  if (i >= keys.size())
    return;
  fillHeap(sorted, 2 * i + 1, next);
  keys[i] = sorted[next++];
  fillHeap(sorted, 2 * i + 2, next);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  const char *shape = argc > 4 ? argv[4] : "random";
  std::vector<Point> points(count);
  for (Point &p : points) {
    p.coord[0] = float(nextFraction()) * 100;
    p.coord[1] =
        !std::strcmp(shape, "line") ? p.coord[0] : float(nextFraction()) * 100;
    if (!std::strcmp(shape, "equal"))
      p = {{50, 50}};
  }
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {{{float(nextFraction()) * 100, float(nextFraction()) * 100}},
         1e30f,
         -1,
         0,
         0,
         0};
  Tree tree;
  tree.first = tree.build(points, 0, count, 0);
  if (!std::strcmp(shape, "broken"))
    tree.nodes[count / 2].child[0] = count;

  tree.find(queries);
  print("nearest", queries);
  tree.weigh(queries);
  print("descend", queries);
  findWithin(queries, tree.nodes, tree.first);
  print("within", queries);
  const auto shorts = smaller<uint16_t>(tree);
  findWithin(queries, shorts, static_cast<uint16_t>(tree.first));
  print("within", queries);
  const auto bytes = smaller<short>(tree);
  findWithin(queries, bytes, static_cast<short>(tree.first));
  print("within", queries);

  Boxes boxes;
  boxes.root = 1;
  boxes.first.resize(count + 1);
  boxes.second.resize(count + 1);
  boxes.low.resize(count + 1);
  boxes.high.resize(count + 1);
  for (int i = count; i-- > 0;) {
    const Node<int> &n = tree.nodes[i];
    boxes.first[i + 1] = n.child[0] + 1;
    boxes.second[i + 1] = n.child[1] + 1;
    boxes.low[i + 1] = boxes.high[i + 1] = n.point;
    for (int side = 0; side < 2; ++side)
      for (int d = 0; n.child[side] >= 0 && d < 2; ++d) {
        float &low = boxes.low[i + 1].coord[d];
        float &high = boxes.high[i + 1].coord[d];
        low = std::min(low, boxes.low[n.child[side] + 1].coord[d]);
        high = std::max(high, boxes.high[n.child[side] + 1].coord[d]);
      }
  }
  if (count > 0) {
    const Boxes *all = &boxes;
#pragma regtt parallel
    for (int i = 0; i < numQueries; ++i)
      meetBoxes(all, all->root, &queries[i]);
    print("meetBoxes", queries);
  }

  std::vector<float> sorted;
  for (int i = 0; i < count; ++i)
    sorted.push_back(float(i) * 100 / float(count));
  keys.resize(count);
  size_t next = 0;
  fillHeap(sorted, 0, next);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    lowerBound(&queries[i], 0);
  print("lowerBound", queries);
}
