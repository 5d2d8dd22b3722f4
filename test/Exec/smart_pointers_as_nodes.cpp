// Traversals whose node is a smart pointer or a reference to a pointer: from a
// member of a class and through functions between, chosen, copied, exchanged,
// handed on to a helper; children in vectors and arrays of such pointers.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror -Wno-range-loop-construct %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300" "1" "0"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/smart_pointers_as_nodes.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/smart_pointers_as_nodes.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/smart_pointers_as_nodes.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

// The nearest number, from a root that nobody else sees.
class Numbers {
  struct Node {
    double x;
    int id;
    std::shared_ptr<const Node> left, right;
  };
  using NodePtr = std::shared_ptr<const Node>;

public:
  explicit Numbers(int n) : root(build(0, n)) {}
  int nearest(double at) const { return nearestFrom(root, at); }
  double weigh(double at) const {
    double sum = 0;
    if (root)
      walk(root, at, sum);
    return sum;
  }

private:
  static NodePtr build(int from, int to) {
    if (from >= to)
      return nullptr;
    const int middle = (from + to) / 2;
    return std::make_shared<const Node>(Node{middle + nextFraction(), middle,
                                             build(from, middle),
                                             build(middle + 1, to)});
  }
  int nearestFrom(const NodePtr &from, double at) const {
    double best = 1e300;
    int id = -1;
    search(from, at, best, id);
    return id;
  }
#pragma regtt traversal
  static void search(const NodePtr &node, double at, double &best, int &id) {
    if (node == nullptr)
      return;
    const double d = node->x - at;
    if (d * d < best) {
      best = d * d;
      id = node->id;
    }
    const NodePtr &near = d > 0 ? node->left : node->right;
    const NodePtr &far = d > 0 ? node->right : node->left;
    search(near, at, best, id);
    if (d * d < best)
      search(far, at, best, id);
  }
  // By value: each call has a copy, and copies change places.
#pragma regtt traversal
  static void walk(NodePtr node, double at, double &sum) {
    sum = sum * 0.5 + node->x;
    auto first = node->left, second = node->right;
    if (node->x > at)
      std::swap(first, second);
    if (first)
      walk(first, at, sum);
    if (second && sum < 4 * at)
      walk(second, at, sum);
  }
  NodePtr root;
};

// Children in vectors and arrays.
template <template <class...> class Pointer> struct Cell {
  double x = 0;
  std::vector<Pointer<Cell>> many;
  std::array<Pointer<Cell>, 3> few;
};
using Shared = std::shared_ptr<Cell<std::shared_ptr>>;
using Unique = std::unique_ptr<Cell<std::unique_ptr>>;

#pragma regtt traversal
static void ofMany(const Unique &cell, double at, double &sum) {
  sum += cell->x;
  if (cell->x > at)
    return;
  for (const auto &each : cell->many)
    ofMany(each, at, sum);
}
#pragma regtt traversal
static void ofCopies(const Shared &cell, double at, double &sum) {
  sum += cell->x;
  if (cell->x > at)
    return;
  for (auto each : cell->many)
    ofCopies(each, at, sum);
}
static double between(const Shared &a, const Shared &b) {
  return a && b ? a->x - b->x : 1;
}
static void inside(const Shared &cell, double at, double &sum);
#pragma regtt traversal
static void ofFew(const Shared &cell, double at, double &sum) {
  sum += cell->x;
  if (cell->x < at)
    inside(cell, at, sum);
}
static void inside(const Shared &cell, double at, double &sum) {
  sum += between(cell->few[0], cell->few[2]);
  for (const auto &each : cell->few)
    if (each)
      ofFew(each, at, sum);
}
template <class Pointer> static Pointer build(int n) {
  Pointer made(new typename Pointer::element_type());
  made->x = nextFraction() * 10;
  for (int k = 0; --n > 0; ++k) {
    const int size = 1 + nextNumber() % n;
    if (k % 2 == 0)
      made->many.push_back(build<Pointer>(size));
    else if (auto &place = made->few[unsigned(nextNumber() % 3)]; !place)
      place = build<Pointer>(size);
    n -= size;
  }
  return made;
}

// A reference to a plain pointer, which a local hands over twice.
struct Plain {
  double x;
  Plain *left, *right;
};
#pragma regtt traversal
static void visit(Plain *const &node, double at, double &sum) {
  if (!node)
    return;
  sum += node->x * at;
  Plain *next = node->x < at ? node->left : node->right;
  visit(next, at, sum);
  next = node->x < at ? node->right : node->left;
  if (sum < 100 * at)
    visit(next, at, sum);
}
static Plain *plain(int n) {
  if (n <= 0)
    return nullptr;
  return new Plain{nextFraction(), plain(n / 2), plain(n - 1 - n / 2)};
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100, m = 60;
  const Numbers numbers(n);
  const Unique unique = build<Unique>(n);
  const Shared shared = build<Shared>(n);
  Plain *root = plain(n);
  std::vector<int> ids(m);
  std::vector<double> sums[5];
  for (auto &each : sums)
    each.resize(m);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    ids[i] = numbers.nearest(i * 0.07 * n);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    sums[0][i] = numbers.weigh(i * 0.05 * n);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    ofMany(unique, i * 0.2, sums[1][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    ofCopies(shared, i * 0.2, sums[2][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    ofFew(shared, i * 0.2, sums[3][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    visit(root, i * 0.02, sums[4][i]);
  for (int i = 0; i < m; ++i)
    std::printf("%d %a %a %a %a %a\n", ids[i], sums[0][i], sums[1][i],
                sums[2][i], sums[3][i], sums[4][i]);
}
