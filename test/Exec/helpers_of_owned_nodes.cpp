// Helpers that make the recursive calls, where nodes own their children: static
// member functions with a default argument, nodes that are references, and a
// helper that takes by reference what its caller has by pointer.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700 1" "1 2" "6 3" "3000 4"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/helpers_of_owned_nodes.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/helpers_of_owned_nodes.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/helpers_of_owned_nodes.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  float x;
  int id;
  std::unique_ptr<Node> left, right;
};
struct Query {
  float x, sum;
  int count;
};

class Tree {
public:
  explicit Tree(int size) : root(build(size)) {}
  std::unique_ptr<Node> root;

#pragma regtt traversal
  static void visit(Query &q, const Node &n, int depth) {
    q.sum += n.x * depth;
    if (n.id % 5 == 0) {
      step(q, n);
      return;
    }
    if (depth > -20)
      step(q, n, depth);
    q.count++;
  }

private:
  static void step(Query &q, const Node &n, int depth = 3) {
    if (n.left)
      visit(q, *n.left, depth - 1);
    if (n.right)
      visit(q, *n.right, depth);
  }
  static std::unique_ptr<Node> build(int count) {
    if (count <= 0)
      return nullptr;
    auto n = std::make_unique<Node>();
    n->x = float(nextFraction());
    n->id = nextNumber();
    const int part = nextNumber() % count;
    n->left = build(part);
    n->right = build(count - 1 - part);
    return n;
  }
};

static void byReference(Query &q, const Node &n, float weight);
#pragma regtt traversal
static void byPointer(Query &q, const Node *n, float weight) {
  if (!n || weight < 0.01f)
    return;
  byReference(q, *n, weight * 0.75f);
  q.count += 3;
}
static void byReference(Query &q, const Node &n, float weight) {
  q.sum += weight * n.x;
  byPointer(q, n.left.get(), weight);
  byPointer(q, n.right.get(), weight * q.x);
}

int main(int argc, char **argv) {
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Tree tree(argc > 1 ? std::atoi(argv[1]) : 100);
  std::vector<Query> queries(100);
  const int n = int(queries.size());
  for (int i = 0; i < n; ++i)
    queries[i] = {float(nextFraction()), 0, i};
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    Tree::visit(queries[i], *tree.root, i % 4);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    byPointer(queries[i], tree.root.get(), 1);
  for (const Query &q : queries)
    std::printf("%a %d\n", q.sum, q.count);
}
