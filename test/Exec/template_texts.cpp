// Loops in templates whose instantiations need different texts around them:
// what is a pointer in one is an object in another, bounds and sizes are
// constants, a branch is left out, and what a class declared behind the template
// reads of its own is handed over for it alone. And one outside of templates,
// with a variable of a type that the function declares.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "" "1"
// RUN: env REGTT_TARGET=cpu REGTT_LOG=info %t.parallel 2>&1 | FileCheck %s
// CHECK-COUNT-10: regtt: info: {{.*}} target=cpu
#include <cstdio>
#include <type_traits>
#include <vector>

struct Node {
  double x;
  Node *left, *right;
};
struct Query {
  double at;
  int n;
};

#pragma regtt traversal
static void visit(const Node *n, Query *q) {
  if (!n)
    return;
  q->n += n->x < q->at;
  visit(n->left, q);
  visit(n->right, q);
}
#pragma regtt traversal
static void visit(const Node *n, Query &q) {
  if (!n)
    return;
  q.n += n->x > q.at;
  visit(n->left, q);
  visit(n->right, q);
}

template <class Each>
void all(const Node *root, std::vector<Each> &queries) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    visit(root, queries[i]);
}

#pragma regtt traversal
template <class T> static void sum(const Node *n, double at, T &out) {
  if (!n)
    return;
  if (n->x < at)
    out += T(n->x);
  sum(n->left, at, out);
  sum(n->right, at, out);
}

#pragma regtt traversal
template <class Sums>
static void sumIn(const Node *n, double at, Sums &own) {
  if (!n)
    return;
  if (n->x < at)
    own.sum += n->x;
  sumIn(n->left, at, own);
  sumIn(n->right, at, own);
}

template <class T, int N>
void some(const Node *root, const double *at, double *result) {
  if (N > 0)
#pragma regtt parallel
    for (int i = 0; i < N; ++i) {
      T out = T(N);
      if constexpr (std::is_same<T, float>::value)
        sum(root, at[i] * 2, out);
      else
        sum(root, at[i], out);
      result[i] += double(out) * N;
    }
  else
    result[0] = -1;
}

//===--- A class that is declared behind the template -----------------------===//

template <class T> struct Maker;

template <class T>
void ask(const typename Maker<T>::Tree &tree, const std::vector<double> &at,
         std::vector<int> &hits) {
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    auto part = tree.part(at[i]);
    hits[i] += part.n;
  }
}

template <class T>
void askTwice(const std::vector<double> &at, std::vector<int> &hits) {
  const typename Maker<T>::Tree tree(3);
  ask<T>(tree, at, hits);
  tree.self(at, hits);
}

struct Plain {};

namespace late {
class Tree {
  struct Node {
    double x;
    Node *left, *right;
  };
  struct Part {
    int n;
    double unused;
  };
  Node nodes[5];
  Node *top;
  static int bias;

#pragma regtt traversal
  void walk(const Node *n, double at, Part &p) const {
    if (!n)
      return;
    if (n->x < at)
      p.n += bias;
    walk(n->left, at, p);
    walk(n->right, at, p);
  }

public:
  explicit Tree(int by) : top(nodes) {
    for (int i = 0; i < 5; ++i)
      nodes[i] = {double(i * by % 5), i < 2 ? &nodes[2 * i + 1] : nullptr,
                  i < 2 ? &nodes[2 * i + 2] : nullptr};
  }
  Part part(double at) const {
    Part p;
    p.n = 0;
    p.unused = 0;
    walk(top, at, p);
    return p;
  }
  void self(const std::vector<double> &at, std::vector<int> &hits) const;
};
int Tree::bias = 2;
} // namespace late
template <> struct Maker<Plain> {
  typedef late::Tree Tree;
};

template <class Extra> struct Wrapped {
  class Tree {
    struct Node {
      double x;
      Node *left, *right;
      Extra extra;
    };
    struct Part {
      int n;
    };
    Node nodes[5];
    Node *top;

#pragma regtt traversal
    void walk(const Node *n, double at, Part &p) const {
      if (!n)
        return;
      if (n->x < at)
        p.n += n->extra.v;
      walk(n->left, at, p);
      walk(n->right, at, p);
    }

  public:
    explicit Tree(int by) : top(nodes) {
      for (int i = 0; i < 5; ++i)
        nodes[i] = {double(i * by % 5), i < 2 ? &nodes[2 * i + 1] : nullptr,
                    i < 2 ? &nodes[2 * i + 2] : nullptr, Extra{i}};
    }
    Part part(double at) const {
      Part p;
      p.n = 0;
      walk(top, at, p);
      return p;
    }
    void self(const std::vector<double> &at, std::vector<int> &hits) const {
      ask<Extra>(*this, at, hits);
    }
  };
};
struct Extra {
  int v;
};
template <> struct Maker<Extra> : Wrapped<Extra> {};

void late::Tree::self(const std::vector<double> &at,
                      std::vector<int> &hits) const {
  ask<Plain>(*this, at, hits);
}

int main(int argc, char **) {
  Node nodes[3] = {{1, nodes + 1, nodes + 2}, {4, nullptr, nullptr},
                   {7, nullptr, nullptr}};
  const Node *root = argc > 1 ? nodes + 1 : nodes;
  std::vector<Query> queries{{2, 0}, {5, 0}};
  std::vector<Query *> pointers{&queries[1], &queries[0]};
  all(root, queries);
  all(root, pointers);
  for (const Query &q : queries)
    std::printf("%d\n", q.n);
  const double at[5] = {1, 2, 3, 4, 5};
  double result[5] = {};
  some<float, 3>(root, at, result);
  some<double, 4>(root, at, result);
  some<int, 5>(root, at, result);
  for (const double d : result)
    std::printf("%g\n", d);

  struct Local {
    double sum;
    int n;
  };
#pragma regtt parallel
  for (int i = 0; i < 5; ++i) {
    Local own;
    own.sum = 1;
    own.n = i;
    sumIn(root, at[i], own);
    result[i] += own.sum * own.n;
  }
  for (const double d : result)
    std::printf("%g\n", d);

  const std::vector<double> where{0, 1.5, 3, 7};
  std::vector<int> hits(4);
  askTwice<Extra>(where, hits);
  askTwice<Plain>(where, hits);
  for (const int h : hits)
    std::printf("%d\n", h);
}
