// The query is the object of the traversal, a member function: an element, what
// a pointer or a smart pointer leads to, with private members and results in
// arrays that it holds.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "2 3" "200 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-10: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/query_methods.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/query_methods.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/query_methods.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

struct Node {
  float x, y;
  Node *left, *right;
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back(
      {float(nextFraction()), float(nextFraction()), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

class Query {
  char unused[3];
  float x;
  int hits = 0;
  std::array<double, 3> sums{};
  int best[2] = {0, 0};

  void add(float value, int k) {
    ++hits;
    this->sums[k % 3] += value;
    best[k & 1] = hits;
  }

public:
  explicit Query(float x) : x(x) {}
#pragma regtt traversal
  void search(const Node *n) {
    if (!n || n->x < x)
      return;
    add(n->y, int(n->x * 100));
    search(n->left);
    this->search(n->right);
  }
#pragma regtt traversal
  void nearer(const Node &n, float reach, double &sum) {
    if (n.x < x - reach)
      return;
    sum += n.y + reach;
    if (n.left)
      nearer(*n.left, reach * 0.5f, sum);
    if (n.right)
      nearer(*n.right, reach - 0.125f, sum);
  }
  void print() const {
    printf("%d %a %a %a %d %d\n", hits, sums[0], sums[1], sums[2], best[0],
           best[1]);
  }
};

struct Box {
  float lo, hi;
  float middle() const { return (lo + hi) / 2; }
};

// A box of its own for each call, and arrays as results.
#pragma regtt traversal
static void boxes(const Node *n, const Box &box, double (&few)[2], int &count) {
  if (!n || n->x < box.lo)
    return;
  few[n->y < 0.5f] += n->x * (box.hi - box.lo);
  ++count;
  boxes(n->left, Box{box.lo, box.middle()}, few, count);
  boxes(n->right, Box{box.middle(), box.hi}, few, count);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  const Node *root = build(n + 1);
  std::vector<Query> queries;
  std::vector<Query *> pointers;
  std::vector<std::unique_ptr<Query>> owned;
  std::vector<double> sums(n);
  std::vector<int> counts(n);
  std::vector<float> xs(n);
  static double few[1000][2];
  for (int i = 0; i < n; ++i) {
    queries.emplace_back(float(nextFraction()) * 0.3f);
    owned.emplace_back(new Query(float(nextFraction()) * 0.2f));
    xs[i] = float(nextFraction());
  }
  for (Query &q : queries)
    pointers.push_back(&q);

#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    queries[i].search(root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    pointers[i]->search(root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    owned[i]->search(root);
#pragma regtt parallel
  for (Query &q : queries)
    q.search(root);
#pragma regtt parallel
  for (auto &q : owned)
    q->search(root);
#pragma regtt parallel
  for (auto it = queries.begin(), end = queries.end(); it != end; ++it)
    it->search(root);
#pragma regtt parallel
  for (std::size_t i = 0, size = queries.size(); i < size; ++i) {
    Query &q = queries[size - 1 - i];
    q.nearer(*root, xs[i] + float(size), sums[i]);
  }
#pragma regtt parallel
  for (int i = 0; n > i; ++i)
    queries[i].nearer(*root, 0.5f, sums[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    boxes(root, Box{xs[i] / 2, xs[i] + 1}, few[i], counts[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    boxes(root, Box{0, 1}, few[i], counts[i]);

  for (int i = 0; i < n; ++i) {
    queries[i].print();
    owned[i]->print();
    printf("%a %d %a %a\n", sums[i], counts[i], few[i][0], few[i][1]);
  }
}
