// A traversal that never tests its node for null returns a value; over a tree
// without nodes there is none, and that is said.
//
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
// CHECK: value_of_no_tree.cpp:[[# @LINE + 22]]: regtt: error: sum: the tree has no nodes, and it is not known what the traversal returns then
#include <vector>

struct Node {
  int value;
  const Node *left, *right;
};

#pragma regtt traversal
static int sum(int key, const Node *n) {
  int found = n->value * key;
  if (n->left)
    found += sum(key, n->left);
  if (n->right)
    found += sum(key, n->right);
  return found;
}

int main(int argc, char **) {
  std::vector<int> sums(10);
  const Node leaf = {argc, nullptr, nullptr};
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    sums[i] = sum(i, argc > 1 ? &leaf : nullptr);
  return sums[3] != 3;
}
