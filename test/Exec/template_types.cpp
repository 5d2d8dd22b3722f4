// Loops in templates over what each instantiation has for itself: private and
// protected members, nested types and variables of the body of dependent types,
// static members of traits; packs, values, templates and unnamed ones as
// parameters, and a function as one of a class's; partial specialisations, a
// lambda's type and a local one.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "40 7" "1 2" "0 3"
// RUN: env REGTT_TARGET=cpu REGTT_LOG=info %t.parallel 9 2>&1 | FileCheck %s
// CHECK-COUNT-22: regtt: info: {{.*}} target=cpu
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace lib {

template <class T> struct Traits {
  typedef double Sum;
  static const int weight = 2;
};
template <> struct Traits<int> {
  typedef long Sum;
  static const int weight = 3;
};

template <class T, int D = 2> class Tree {
  struct Node {
    T x[D];
    Node *left, *right;
  };
  struct Hit {
    typename Traits<T>::Sum sum;
    int n;
  };
  static constexpr int scale = D;

protected:
  std::vector<Node> nodes;
  Node *root = nullptr;

private:
  T margin = T(1);

  Node *build(int first, int last, unsigned &seed) {
    if (first >= last)
      return nullptr;
    Node *n = &nodes[first];
    for (T &x : n->x) {
      seed = seed * 1664525u + 1013904223u;
      x = T((seed >> 16) % 100);
    }
    const int middle = first + 1 + (last - first - 1) / 2;
    n->left = build(first + 1, middle, seed);
    n->right = build(middle, last, seed);
    return n;
  }

#pragma regtt traversal
  void walk(const Node *n, const T *at, Hit &h) const {
    if (!n)
      return;
    const T d = n->x[0] - at[0];
    if (d < margin) {
      h.n += scale;
      h.sum += Traits<T>::weight * n->x[D - 1];
    }
    walk(n->left, at, h);
    walk(n->right, at, h);
  }

public:
  using value_type = T;

  Tree(int size, unsigned seed) : nodes(size) { root = build(0, size, seed); }

  Hit query(const T *at) const {
    Hit h;
    h.sum = 0;
    h.n = 0;
    walk(root, at, h);
    return h;
  }

  template <class Out>
  void all(const std::vector<std::array<T, D>> &at, Out &out) const {
#pragma regtt parallel
    for (std::size_t i = 0; i < at.size(); ++i) {
      Hit h;
      h.sum = 0;
      h.n = 0;
      walk(root, at[i].data(), h);
      out[i] = h.n + double(h.sum);
    }
  }
};

} // namespace lib

template <class Tree, class... Rest>
void evaluate(const Tree &tree,
              const std::vector<std::array<typename Tree::value_type, 2>> &at,
              std::vector<double> &out) {
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    auto h = tree.query(&at[i][0]);
    out[i] = h.n * int(1 + sizeof...(Rest)) + double(h.sum);
  }
}

template <class T> void run(int size, unsigned seed) {
  using Tree = lib::Tree<T>;
  const Tree tree(size, seed);
  std::vector<std::array<T, 2>> at;
  for (int i = 0; i < 30; ++i)
    at.push_back({T(i * 3.5), T(i)});
  std::vector<double> all(30), some(30);
  tree.all(at, all);
  evaluate<Tree>(tree, at, some);
  for (int i = 0; i < 30; ++i)
    all[i] += some[i];
  evaluate<Tree, int>(tree, at, some);
  for (int i = 0; i < 30; ++i)
    all[i] += some[i];
  evaluate<Tree, int, Tree>(tree, at, some);
  for (int i = 0; i < 30; ++i)
    std::printf("%a %a\n", all[i], some[i]);
}

//===--- Parameters -------------------------------------------------------===//

struct Node {
  double x;
  Node *left, *right;
};

template <class F> struct Counter {
  F f;
  const Node *root;
#pragma regtt traversal
  void count(const Node *n, double at, int &hits) const {
    if (!n)
      return;
    if (f(n->x, at))
      ++hits;
    count(n->left, at, hits);
    count(n->right, at, hits);
  }
};

template <class Tree, class Unused> struct Runner;
template <class Of, class Unused> struct Runner<Of *, Unused> {
  static void run(Of *tree, const std::vector<double> &at,
                  std::vector<int> &hits) {
#pragma regtt parallel
    for (std::size_t i = 0; i < at.size(); ++i)
      tree->count(tree->root, at[i], hits[i]);
  }
};

enum class Axis : short { X = -3, Y = 5 };

template <class Tree, Axis A, bool B, long L, char C,
          template <class...> class List, class = int>
void many(const Tree &tree, const List<double> &at, List<int> &hits) {
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    int h = 0;
    tree.count(tree.root, at[i], h);
    hits[i] += h * int(A) + B + (L < 0 ? 7 : 9) + C;
  }
}

template <class Tree, class F>
void each(const Tree &tree, const std::vector<double> &at,
          std::vector<int> &hits, F f) {
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    int h = 0;
    tree.count(tree.root, at[i], h);
    hits[i] += f(h);
  }
}

namespace lib {
inline double apart(const double &a, const double &b) {
  return a < b ? b - a : a - b;
}
} // namespace lib

template <class T, double (*Distance)(const T &, const T &)> class Near {
  const Node *root;
  T reach;

#pragma regtt traversal
  void walk(const Node *n, const T &at, int &hits) const {
    if (!n)
      return;
    hits += Distance(n->x, at) < reach;
    walk(n->left, at, hits);
    walk(n->right, at, hits);
  }

public:
  Near(const Node *root, T reach) : root(root), reach(reach) {}
  void within(const T &at, int &hits) const { walk(root, at, hits); }
};

template <class Tree>
void within(const Tree &tree, const std::vector<double> &at,
            std::vector<int> &hits) {
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i)
    tree.within(at[i], hits[i]);
}

struct Less {
  bool operator()(double a, double b) const { return a < b; }
};
namespace {
struct Greater {
  bool operator()(double a, double b) const { return a > b; }
};
} // namespace

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 40;
  const unsigned seed = argc > 2 ? std::atoi(argv[2]) : 1;
  run<float>(size, seed);
  run<double>(size, seed);
  run<int>(size, seed);

  Node a{1, nullptr, nullptr}, b{2, &a, nullptr};
  const auto near = [](double x, double y) { return x < y + 1; };
  struct Local {
    double add;
    bool operator()(double x, double y) const { return x + add < y; }
  };
  const std::vector<double> at{0, 1.5, 3, 5};
  std::vector<int> hits(4);
  const Counter<decltype(near)> ofLambda{near, &b};
  const Counter<Less> less{Less(), &b};
  const Counter<Greater> greater{Greater(), &b};
  const Counter<Local> local{Local{0.75}, &b};
  Runner<const Counter<Less> *, int>::run(&less, at, hits);
  Runner<const Counter<Greater> *, Local>::run(&greater, at, hits);
  Runner<const Counter<Local> *, char>::run(&local, at, hits);
  many<Counter<Less>, Axis::X, true, -9000000000L, '\'', std::vector>(less, at,
                                                                     hits);
  many<Counter<Less>, Axis::Y, false, 9000000000L, 'b', std::vector>(less, at,
                                                                    hits);
  many<Counter<decltype(near)>, Axis::Y, false, 0, '\0', std::vector>(
      ofLambda, at, hits);
  each(ofLambda, at, hits, [](int h) { return h * 3; });
  each(less, at, hits, [&](int h) { return h * 5 + int(at.size()); });
  each(greater, at, hits, [](int h) { return h - 7; });
  within(Near<double, lib::apart>(&b, 1.25), at, hits);
  for (const int h : hits)
    std::printf("%d\n", h);
}
