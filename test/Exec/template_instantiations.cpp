// Loops in templates, instantiated in every way: members defined outside their
// class, explicitly, through other templates, with types that are declared
// after the template, in a lambda, in a constructor.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "300 1" "1 2" "0 3"
// RUN: env REGTT_TARGET=cpu REGTT_LOG=info %t.parallel 9 2>&1 | FileCheck %s
// CHECK-COUNT-9: regtt: info: {{.*}} target=cpu
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>

template <typename T> struct Node {
  T x;
  Node *left, *right;
};

template <typename T> class Tree {
public:
  template <typename Q> void search(Q *queries, int count, T margin);
  template <typename Q> Tree(int numNodes, Q *queries, int count);

private:
  template <typename Q> void visit(Q &q, const Node<T> *n, T margin) const;
  Node<T> *build(int count) {
    if (count <= 0)
      return nullptr;
    nodes.push_back({T(nextFraction() * 100), nullptr, nullptr});
    Node<T> *n = &nodes.back();
    int part = nextNumber() % count;
    n->left = build(part);
    n->right = build(count - 1 - part);
    return n;
  }
  std::deque<Node<T>> nodes;
  Node<T> *root;
};

#pragma regtt traversal
template <typename T>
template <typename Q>
void Tree<T>::visit(Q &q, const Node<T> *n, T margin) const {
  if (!n || n->x + margin < T(q.x))
    return;
  q.count += sizeof(Q) > 8 ? 2 : 1;
  visit(q, n->left, margin);
  visit(q, n->right, margin);
}

template <typename T>
template <typename Q>
void Tree<T>::search(Q *queries, int count, T margin) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(queries[i], root, margin);
}

template <typename T>
template <typename Q>
Tree<T>::Tree(int numNodes, Q *queries, int count) : root(build(numNodes)) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(queries[i], root, 0);
}

#pragma regtt traversal
template <class Q, class N> static void plain(Q *q, const N *n) {
  if (!n || n->x < q->x)
    return;
  q->count++;
  plain(q, n->left);
  plain(q, n->right);
}

template <class Q, class N> static void runPlain(Q *queries, const N *root) {
  const auto run = [&](int from) {
#pragma regtt parallel
    for (int i = from; i < 5; ++i)
      plain(queries + i, root);
  };
  run(1);
}

template <class Q, class N> static void through(Q *queries, const N *root) {
  runPlain(queries, root);
}

namespace later {
struct Query {
  double x;
  int count;
};
struct Leaf {
  float x;
  Leaf *left, *right;
};
} // namespace later

struct Small {
  float x;
  int count;
};

template void Tree<int>::search<Small>(Small *, int, int);

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  later::Query queries[20];
  Small small[20];
  for (int i = 0; i < 20; ++i) {
    queries[i] = {nextFraction() * 100, 0};
    small[i] = {float(nextFraction() * 100), 0};
  }
  Tree<float> floats(numNodes, queries, 20);
  Tree<int> ints(numNodes, small, 20);
  floats.search(queries, 15, 0.5f);
  floats.search(small, 15, 1);
  ints.search(small, 20, 3);
  ints.search(queries, 10, 3);
  later::Leaf leaf = {50, nullptr, nullptr}, top = {90, &leaf, &leaf};
  Node<long> node = {60, nullptr, nullptr};
  through(queries, &top);
  through(small, &node);
  auto local = [&] {
#pragma regtt parallel
    for (int i = 0; i < 6; ++i)
      plain(&small[i], &top);
  };
  local();
  for (int i = 0; i < 20; ++i)
    std::printf("%d %d\n", queries[i].count, small[i].count);
}
