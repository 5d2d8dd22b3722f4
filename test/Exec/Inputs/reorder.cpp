// Loops whose clauses say in which order their queries run.
#include <cstdio>

struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  float x;
  int count;
};

#pragma regtt traversal
void add(Query *q, const Node *n) {
  if (!n)
    return;
  if (n->x > q->x)
    return;
  q->count++;
  add(q, n->left);
  add(q, n->right);
}

int main() {
  Node left = {2, nullptr, nullptr}, right = {3, nullptr, nullptr};
  Node root = {1, &left, &right};
  Query queries[] = {{3, 0}, {0, 0}, {1, 0}};
  int sum = 0;
#pragma regtt parallel reorder(inspect:2)
  for (int i = 0; i < 3; ++i)
    add(&queries[i], &root);
#pragma regtt parallel reorder(curve:4)
  for (int i = 0; i < 3; ++i)
    add(&queries[i], &root);
#pragma regtt parallel reorder(handover:3)
  for (int i = 0; i < 3; ++i)
    add(&queries[i], &root);
#pragma regtt parallel reorder(history:1)
  for (int i = 0; i < 3; ++i)
    add(&queries[i], &root);
#pragma regtt parallel reorder(hybrid)
  for (int i = 0; i < 3; ++i)
    add(&queries[i], &root);
#pragma regtt parallel reorder(none)
  for (int i = 0; i < 3; ++i) {
    add(&queries[i], &left);
    add(&queries[i], &right);
  }
  for (const Query &q : queries)
    sum += q.count;
  std::printf("%d\n", sum);
}
