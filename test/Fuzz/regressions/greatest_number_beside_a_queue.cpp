// A comparison with the greatest number there is, in a traversal whose queue's
// bound is proved from its comparisons.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>
#include <queue>

struct Node {
  unsigned long key;
  Node *left, *right;
};

struct Query {
  std::priority_queue<unsigned long> least;
};

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->key < 18446744073709551615ul && q.least.size() < 2)
    q.least.push(n->key);
  visit(q, n->left);
  visit(q, n->right);
}

int main() {
  Node leaves[2] = {{18446744073709551615ul, nullptr, nullptr},
                    {7, nullptr, nullptr}};
  Node root = {9, leaves, leaves + 1};
  Query queries[3];
#pragma regtt parallel
  for (int i = 0; i < 3; ++i)
    visit(queries[i], &root);
  for (Query &q : queries)
    for (; !q.least.empty(); q.least.pop())
      std::printf("%lu\n", q.least.top());
}
