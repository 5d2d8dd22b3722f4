// Every way to hold the queries and to count the loop; what the loop's variable
// is afterwards; loops under if and else without braces.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes 200 1
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-12: verify=identical
// CHECK-NOT: verify=
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  char unused[5];
  float x;
  int count;
};

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n || n->x < q.x)
    return;
  q.count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void visitPointer(Query *q, const Node *n, int by) {
  if (n && q->x <= n->x) {
    q->count += by;
    visitPointer(q, n->left, by);
    visitPointer(q, n->right, by);
  }
}

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()) + 0.5f, nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

struct Tree {
  Node *root;
  std::vector<Query> own;
  Node *top() const { return root; }
  void run(bool twice) {
    if (twice)
#pragma regtt parallel
      for (int i = 0; i < int(own.size()); ++i)
        visit(own[i], this->root);
    else
#pragma regtt parallel
      for (int i = 1; i < 5; ++i)
        visit(this->own[i], root);
  }
};

static void print(const Query &q) { std::printf("%d ", q.count); }

int main(int argc, char **argv) {
  Tree tree = {build(argc > 1 ? std::atoi(argv[1]) : 100), {}};
  const Node *root = tree.root;
  Query plain[20], rows[3][4];
  std::array<Query, 10> array;
  std::vector<Query> vector(15);
  std::vector<Query *> pointers;
  const auto draw = [](Query &q) {
    q.x = float(nextFraction());
    q.count = 0;
  };
  for (Query &q : plain)
    draw(q);
  for (auto &row : rows)
    for (Query &q : row)
      draw(q);
  for (Query &q : array)
    draw(q);
  for (Query &q : vector)
    draw(q);
  for (std::size_t i = vector.size(); i > 0; --i)
    pointers.push_back(&vector[i - 1]);
  tree.own.assign(plain, plain + 6);
  Query **raw = pointers.data();
  int i = -1, last = 14;

#pragma regtt parallel
  for (i = 3; i < 20; i++)
    visit(plain[i], root);
  std::printf("%d\n", i);
#pragma regtt parallel
  for (i = 9; i < 3; ++i)
    visitPointer(&plain[i], root, 2);
  std::printf("%d\n", i);
#pragma regtt parallel
  for (i = 0; i <= last; i += 1)
    visitPointer(raw[i], root, 3);
  std::printf("%d\n", i);
#pragma regtt parallel
  for (i = 2; i <= 2; ++i)
    visitPointer(plain + i, root, 5);
  std::printf("%d\n", i);
  long n = 4;
#pragma regtt parallel
  for (unsigned k = 0u; k != n; ++k)
    visitPointer(&rows[1][k], root, last);
#pragma regtt parallel
  for (auto k = array.size() - 4; k < array.size(); ++k) {
    visit(array[k], root);
  }
#pragma regtt parallel
  for (std::size_t k = 0; k < pointers.size(); ++k)
    visit(*pointers[k], root);
#pragma regtt parallel
  for (int k = 0; k < 7; ++k)
    visit(*(vector.data() + k), root);
#pragma regtt parallel
  for (int k = 0; k < 7; ++k)
    visit(**(raw + k), root);
#pragma regtt parallel
  for (long long k = -2; k < 2; ++k)
    visit((plain + 5)[k], (root));
  if (tree.top())
#pragma regtt parallel
    for (int k = 0; k < 2; ++k)
      visitPointer(&tree.own[k], tree.root, root ? 1 : 2);
  tree.run(true);
  tree.run(false);

  for (const Query &q : plain)
    print(q);
  for (const auto &row : rows)
    for (const Query &q : row)
      if (&row == &rows[1])
        print(q);
  for (const Query &q : array)
    print(q);
  for (const Query &q : vector)
    print(q);
  for (const Query &q : tree.own)
    print(q);
  std::puts("");
}
