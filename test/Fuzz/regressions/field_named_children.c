// A field of a node may have the name that records give to the children.
// RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <stdio.h>

struct Query {
  int sum;
};

struct Node {
  int children;
  struct Node *left, *right;
};

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  q->sum = q->sum * 3 + n->children;
  visit(q, n->left);
  visit(q, n->right);
}

int main(void) {
  struct Node leaf = {0, 0, 0}, root = {2, 0, 0};
  struct Query queries[2] = {{1}, {2}};
  struct Node other = {1, &leaf, 0};
  root.left = &other;
  root.right = &leaf;
#pragma regtt parallel
  for (int i = 0; i < 2; ++i)
    visit(&queries[i], &root);
  printf("%d %d\n", queries[0].sum, queries[1].sum);
  return 0;
}
