// Structured bindings of what a function between the loop and the traversal
// returns: pairs and structs, const and not, names that the iteration changes
// behind the calls, that are handed to another call, or bound in a condition.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 1" "90 2" "1 3" "0 4"
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Vec {
  float x, y;
};
struct Node {
  Vec at;
  int id;
  Node *left, *right;
};
struct Range {
  int count;
  Vec low, high;
  bool isEmpty;
};

class Tree {
public:
  explicit Tree(Node *root) : root(root) {}
  std::pair<Vec, int> pull(Vec from) const {
    Vec sum{0, 0};
    int visits = 0;
    walk(root, from, sum, visits);
    return {sum, visits};
  }
  Range range(Vec from, float radius) const {
    Range range{0, {1e30f, 1e30f}, {-1e30f, -1e30f}, true};
    if (root)
      within(root, from, radius, range);
    return range;
  }

private:
  Node *root;

#pragma regtt traversal
  void walk(const Node *node, const Vec &from, Vec &sum, int &visits) const {
    if (!node)
      return;
    ++visits;
    const float d = node->at.x - from.x;
    sum.x += d;
    sum.y += (node->at.y - from.y) / (1 + d * d);
    if (d > -0.5f)
      walk(node->left, from, sum, visits);
    if (d < 0.5f)
      walk(node->right, from, sum, visits);
  }
#pragma regtt traversal
  static void within(const Node *node, const Vec &from, float radius,
                     Range &range) {
    const float dx = node->at.x - from.x, dy = node->at.y - from.y;
    if (dx * dx + dy * dy < radius * radius) {
      ++range.count;
      range.isEmpty = false;
      range.low.x = node->at.x < range.low.x ? node->at.x : range.low.x;
      range.high.y = node->at.y > range.high.y ? node->at.y : range.high.y;
    }
    if (node->left && dx > -radius)
      within(node->left, from, radius, range);
    if (node->right && dx < radius)
      within(node->right, from, radius, range);
  }
};

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? size_t(std::atoi(argv[1])) : 100;
  unsigned seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const auto random = [&] {
    seed = seed * 1664525u + 1013904223u;
    return float(seed >> 8) / 16777216.0f;
  };
  std::vector<Node> nodes(n);
  std::vector<Vec> q(n);
  Node *root = nullptr;
  for (size_t i = 0; i < n; ++i) {
    nodes[i] = {{random(), random()}, int(i), nullptr, nullptr};
    if (i % 9 == 8)
      nodes[i].at = nodes[i / 2].at;
    q[i] = {i % 4 ? random() : 0.5f + 0.01f * random(), random()};
    Node **to = &root;
    while (*to)
      to = nodes[i].at.x < (*to)->at.x ? &(*to)->left : &(*to)->right;
    *to = &nodes[i];
  }
  const Tree tree(root);
  std::vector<Vec> pulls(n), lows(n), ends(n);
  std::vector<int> visits(n), counts(n), sums(n);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i) {
    const auto [pull, seen] = tree.pull(q[i]);
    pulls[i] = pull;
    visits[i] = seen;
  }
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i) {
    auto [count, low, high, isEmpty] = tree.range(q[i], 0.2f);
    count *= 3;
    low.x += high.y;
    counts[i] = isEmpty ? -1 : count;
    lows[i] = low;
  }
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i) {
    const auto [count, low, high, isEmpty] = tree.range(q[i], 0.2f);
    auto [more, from, to, none] =
        tree.range(isEmpty ? q[i] : low, 0.1f * float(count % 7));
    from.x += low.y;
    sums[i] = count + 7 * more;
    ends[i] = none ? high : from;
    ends[i].y += to.y;
  }
  for (size_t i = 0; i < n; ++i)
    std::printf("%a %a %d %d %a %a %d %a %a\n", pulls[i].x, pulls[i].y,
                visits[i], counts[i], lows[i].x, lows[i].y, sums[i], ends[i].x,
                ends[i].y);
}
