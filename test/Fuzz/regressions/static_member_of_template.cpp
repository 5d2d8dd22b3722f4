// Arrays and numbers that are static members of a class template, read at a loop
// inside of it and at one outside.
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>

struct Query {
  double sum;
};

struct Node {
  Node *left, *right;
  int id;
};

namespace space {
template <typename T> struct Tree {
  static constexpr T steps[3] = {T(2.5), 5, 11};
  static inline T shift = T(0.7);

#pragma regtt traversal
  static void visit(Query *q, const Node *n) {
    if (!n)
      return;
    q->sum = q->sum * shift + steps[n->id % 3];
    visit(q, n->left);
    visit(q, n->right);
  }

  void all(Query *queries, int count, const Node *root) {
    shift += T(0.1);
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      visit(&queries[i], root);
  }
};
} // namespace space

int main() {
  static Node nodes[7];
  for (int i = 0; i < 7; ++i)
    nodes[i] = {i < 3 ? &nodes[2 * i + 1] : nullptr,
                i < 3 ? &nodes[2 * i + 2] : nullptr, i};
  static Query queries[3] = {{0}, {7}, {-3}};
  space::Tree<float> floats;
  floats.all(queries, 3, nodes);
  space::Tree<double> doubles;
  doubles.all(queries, 3, nodes);
#pragma regtt parallel
  for (int i = 0; i < 3; ++i)
    space::Tree<float>::visit(&queries[i], nodes);
  for (const Query &q : queries)
    std::printf("%a\n", q.sum);
}
