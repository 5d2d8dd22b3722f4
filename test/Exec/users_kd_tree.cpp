// A kd-tree class template as users write it: nodes owned and private, points
// by their numbers, loop and traversal in members, and two instantiations.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/users_kd_tree.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/users_kd_tree.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/users_kd_tree.regtt.cu -o %t.o
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace geo {
template <class T, int D> struct Point {
  T c[D];
  T operator[](int d) const { return c[d]; }
};

template <class T, int D>
T squaredDistance(const Point<T, D> &a, const Point<T, D> &b) {
  T s = 0;
  for (int d = 0; d < D; ++d)
    s += (a[d] - b[d]) * (a[d] - b[d]);
  return s;
}

template <class T, int D> class KdTree {
public:
  struct Hit {
    Point<T, D> at;
    T best = std::numeric_limits<T>::max();
    int index = -1;
  };

  explicit KdTree(std::vector<Point<T, D>> points) : points(std::move(points)) {
    std::vector<int> ids(this->points.size());
    for (size_t i = 0; i < ids.size(); ++i)
      ids[i] = int(i);
    root = build(ids.data(), ids.data() + ids.size(), 0);
  }

  void nearestAll(std::vector<Hit> &hits) const {
#pragma regtt parallel
    for (auto &hit : hits)
      nearest(root.get(), hit);
  }

private:
  struct Node {
    int id, axis;
    T split;
    std::unique_ptr<Node> below, above;
  };

  std::unique_ptr<Node> build(int *first, int *last, int axis) {
    if (first == last)
      return nullptr;
    int *mid = first + (last - first) / 2;
    std::nth_element(first, mid, last, [&](int a, int b) {
      return points[a][axis] < points[b][axis];
    });
    auto n = std::make_unique<Node>();
    n->id = *mid;
    n->axis = axis;
    n->split = points[*mid][axis];
    n->below = build(first, mid, (axis + 1) % D);
    n->above = build(mid + 1, last, (axis + 1) % D);
    return n;
  }

#pragma regtt traversal
  void nearest(const Node *n, Hit &hit) const {
    if (!n)
      return;
    const T d2 = squaredDistance(points[n->id], hit.at);
    if (d2 < hit.best) {
      hit.best = d2;
      hit.index = n->id;
    }
    const T delta = hit.at[n->axis] - n->split;
    if (delta < 0) {
      nearest(n->below.get(), hit);
      if (delta * delta < hit.best)
        nearest(n->above.get(), hit);
    } else {
      nearest(n->above.get(), hit);
      if (delta * delta < hit.best)
        nearest(n->below.get(), hit);
    }
  }

  std::vector<Point<T, D>> points;
  std::unique_ptr<Node> root;
};
} // namespace geo
#include <cstdio>
#include <random>
template <class T, int D> void run(int n) {
  std::mt19937 g(3);
  std::uniform_real_distribution<T> u;
  std::vector<geo::Point<T, D>> p(n);
  for (auto &x : p)
    for (T &c : x.c)
      c = u(g);
  geo::KdTree<T, D> tree(p);
  std::vector<typename geo::KdTree<T, D>::Hit> hits(n);
  for (auto &h : hits)
    for (T &c : h.at.c)
      c = u(g);
  tree.nearestAll(hits);
  double s = 0;
  unsigned long k = 0;
  for (auto &h : hits) {
    s += h.best;
    k = k * 31 + static_cast<unsigned long>(h.index);
  }
  std::printf("%.17g %lu\n", s, k);
}
int main() {
  run<float, 3>(2000);
  run<double, 7>(700);
  run<float, 2>(0);
}
