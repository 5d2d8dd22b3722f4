// Traversals that look at what pointers of a child lead to before they go there
// (the child's own visit may not look at all), and that return a node's pointer
// through functions that only hand the call on.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 300" "5 2" "40 0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 90 60 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Point {
  int x, y;
};

struct Node {
  const Point *corner[2]; // the first and the last
  Node *kid[3];
  int numKids, id;

  bool isLeaf() const { return numKids == 0; }
  bool contains(int at) const {
    return corner[0]->x <= at && at <= corner[1]->x;
  }
  int size() const { return corner[1]->y - corner[0]->y; }
};

class Tree {
public:
  explicit Tree(const std::vector<Point> &points) : root_(nullptr) {
    if (points.size() > 1)
      root_ = grow(points, 0, points.size() - 1);
  }
  const Node *root() const { return root_; }
  static const Node *find(const Node *n, int at) { return locate(n, at); }
  const Node *at(int x) const { return find(root_, x); }
  static int widest(const Node *n, int least) { return wide(n, least); }

private:
  Node *root_;
  int nodes = 0;

#pragma regtt traversal
  static const Node *locate(const Node *n, int at) {
    if (!n)
      return nullptr;
    if (n->isLeaf())
      return n;
    for (int k = 0; k < n->numKids; ++k)
      if (n->kid[k]->contains(at))
        return locate(n->kid[k], at);
    return nullptr;
  }

#pragma regtt traversal
  static int wide(const Node *n, int least) {
    if (!n)
      return 0;
    int most = 0;
    if (n->isLeaf())
      return most;
    for (int k = 0; k < n->numKids; ++k)
      if (n->kid[k]->size() >= least) {
        const int inner = wide(n->kid[k], least);
        most = inner > most ? inner : most;
      }
    return most + 1;
  }

  Node *grow(const std::vector<Point> &points, size_t first, size_t last) {
    Node *n = new Node{{&points[first], &points[last]},
                       {nullptr, nullptr, nullptr},
                       0,
                       nodes++};
    if (last - first < 4)
      return n;
    const size_t a = first + (last - first) / 3, b = last - (last - first) / 3;
    n->kid[n->numKids++] = grow(points, first, a);
    if (first % 5 != 3)
      n->kid[n->numKids++] = grow(points, a, b);
    n->kid[n->numKids++] = grow(points, b, last);
    return n;
  }
};

int main(int argc, char **argv) {
  const size_t size = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 90;
  const size_t count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 60;
  std::vector<Point> points(size);
  for (size_t k = 0; k < size; ++k)
    points[k] = {static_cast<int>(3 * k + k * k % 3), static_cast<int>(k * 2)};
  const Tree tree(points);
  std::vector<int> ids(count), x(count);

#pragma regtt parallel
  for (size_t i = 0; i < count; ++i) {
    const Node *found = Tree::find(tree.root(), static_cast<int>(5 * i));
    if (!found) {
      ids[i] = -1;
      continue;
    }
    ids[i] = found->id;
    x[i] = found->corner[1]->x;
  }
  for (size_t i = 0; i < count; ++i)
    std::printf("%d %d\n", ids[i], x[i]);

#pragma regtt parallel
  for (size_t i = 0; i < count; ++i) {
    const Node *found = tree.at(static_cast<int>(4 * i + 1));
    ids[i] = found ? found->size() : -2;
  }
  for (const int each : ids)
    std::printf("%d\n", each);

#pragma regtt parallel
  for (size_t i = 0; i < count; ++i)
    ids[i] = Tree::widest(tree.root(), static_cast<int>(i));
  for (const int each : ids)
    std::printf("%d\n", each);

  std::vector<const Node *> found(count);
#pragma regtt parallel
  for (size_t i = 0; i < count; ++i)
    found[i] = tree.at(static_cast<int>(7 * i));
  for (const Node *each : found)
    std::printf("%d\n", each ? each->id : -3);
}
