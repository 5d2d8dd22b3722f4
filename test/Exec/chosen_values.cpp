// In C++ a choice of two variables of one type is a place. Who reads it needs
// the value alone, as where their types differ: constants among them are no
// data, so that a template's instantiations hand an iteration the same, and
// locals may be chosen that no pointer leads to.
//
//   chosen_values QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "200 1" "1 2" "0 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 9 2>&1 | FileCheck %s
// CHECK-COUNT-2: verify=identical
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

static const float step = 1.3f;
static const int limit = 20;

template <class T> struct Node {
  T x;
  int tag;
  Node *left, *right;
};

template <class T> struct Query {
  T at;
  double sum;
  int visits, count;
};

#pragma regtt traversal
template <class T> static void visit(Query<T> *q, const Node<T> *n, int depth) {
  if (!n)
    return;
  int tags = n->tag;
  q->visits++;
  q->sum += ((q->visits & 2) != 0 ? step : n->x) * q->at;
  q->count += (n->x < q->at ? depth : tags) != 3;
  tags += q->visits > 5 ? limit : n->tag > 4 ? tags : q->visits;
  q->count += tags;
  if (((q->count & 1) ? q->at : n->x) < T(0.2))
    return;
  visit(q, n->left, depth + 1);
  visit(q, n->right, depth + 1);
}

template <class T>
static void search(std::vector<Query<T>> &queries, const Node<T> *root) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    visit(&queries[i], root, 1);
}

template <class T> static void run(int count) {
  std::vector<Node<T>> nodes(127);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    nodes[k] = {T(nextFraction()), nextNumber() % 9, nullptr, nullptr};
    if (k > 0)
      (k % 2 ? nodes[(k - 1) / 2].left : nodes[(k - 1) / 2].right) = &nodes[k];
  }
  std::vector<Query<T>> queries;
  for (int k = 0; k < count; ++k)
    queries.push_back({T(nextFraction()), 0, 0, 0});
  search(queries, nodes.data());
  for (const Query<T> &q : queries)
    std::printf("%a %d %d\n", q.sum, q.visits, q.count);
}

int main(int argc, char **argv) {
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  run<float>(argc > 1 ? std::atoi(argv[1]) : 10);
  run<double>(argc > 1 ? std::atoi(argv[1]) : 10);
}
