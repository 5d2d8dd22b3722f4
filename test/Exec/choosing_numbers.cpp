// Functions that say by several returns which number a child has, of nodes that
// are numbers: with values of the iteration's, in ifs within ifs, through locals
// and further functions; as the argument, and kept in a local.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 90" "40 1" "3 7" "0 20"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int l, r, feature;
  float x;
  bool goesLeft;
};
class Tree {
public:
  explicit Tree(int n) { build(0, n, 0); }
  int usual(int i) const { return nodes[i].goesLeft ? nodes[i].l : nodes[i].r; }
  int next(int i, float v, bool isMissing) const {
    if (isMissing)
      return usual(i);
    if (v < nodes[i].x)
      return nodes[i].l;
    return nodes[i].r;
  }
  int other(int i, const float *row, int k) const {
    const Node &n = nodes[i];
    if (row[0] < 30) {
      if (n.feature == k)
        return n.r;
    } else {
      const int left = n.l;
      if (row[k] > n.x)
        return left;
    }
    return next(i, row[1], false);
  }
#pragma regtt traversal
  int leaf(int i, const float *row) const {
    if (nodes[i].l < 0)
      return i;
    const int f = nodes[i].feature;
    return leaf(next(i, row[f], std::isnan(row[f])), row);
  }
#pragma regtt traversal
  void sum(int i, const float *row, int k, long &total) const {
    total += long(i) * k;
    if (nodes[i].l < 0)
      return;
    const int child = other(i, row, k);
    sum(child, row, k, total);
    if (row[2] > 80)
      sum(usual(i), row, k, total);
  }

private:
  int build(int low, int high, int depth) {
    const int made = int(nodes.size());
    nodes.push_back(
        {-1, -1, depth % 3, (low + high) * 0.5f, (low + depth) % 2 == 0});
    if (high - low < 4)
      return made;
    const int middle = (low + high) / 2;
    const int l = build(low, middle, depth + 1);
    const int r = build(middle, high, depth + 1);
    nodes[made].l = l;
    nodes[made].r = r;
    return made;
  }
  std::vector<Node> nodes;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const Tree tree(argc > 2 ? std::atoi(argv[2]) : 50);
  std::vector<float> rows(3 * n);
  for (int i = 0; i < 3 * n; ++i)
    rows[i] = i % 11 == 0 ? NAN : float((i * 13 + i % 3 * 31) % 100);
  std::vector<int> leaves(n);
  std::vector<long> sums(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    leaves[i] = tree.leaf(0, &rows[3 * i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.sum(0, &rows[3 * i], i % 3, sums[i]);
  for (int i = 0; i < n; ++i)
    std::printf("%d: %d %ld\n", i, leaves[i], sums[i]);
}
