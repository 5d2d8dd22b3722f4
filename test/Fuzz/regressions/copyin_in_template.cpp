// What copyin counts by may be a parameter or a local of a function template,
// which an instantiation does not list.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>
struct Node {
  Node *left, *right;
  int id;
};
struct Query {
  double sum;
};
#pragma regtt traversal
template <typename T> void visit(Query *q, const Node *n, const T *table) {
  if (!n)
    return;
  q->sum += table[n->id % 3];
  visit(q, n->left, table);
  visit(q, n->right, table);
}
template <typename T>
static void all(Query *queries, int count, const Node *root, const T *table,
                int size) {
  const int twice = 2 * size;
#pragma regtt parallel copyin(table[0 : twice / 2])
  for (int i = 0; i < count; ++i)
    visit(&queries[i], root, table);
}
int main() {
  static Node nodes[3] = {
      {&nodes[1], &nodes[2], 0}, {nullptr, nullptr, 1}, {nullptr, nullptr, 2}};
  static Query queries[2] = {{0}, {7}};
  const float some[3] = {0.5f, 2, 100};
  const double others[3] = {0.25, 3, -1};
  all(queries, 2, nodes, some, 3);
  all(queries, 2, nodes, others, 3);
  for (const Query &q : queries)
    std::printf("%a\n", q.sum);
}
