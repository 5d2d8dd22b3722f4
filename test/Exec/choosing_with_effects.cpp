// Functions that choose a child, whose arguments have effects or are truth
// values; a reference to an element of a local array of children.
//
// RUN: %serial %s -o %t.serial && %t.serial > %t.expected
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: env REGTT_TARGET=cpu %t.parallel > %t.output
// RUN: cmp %t.expected %t.output
#include <cstdio>
#include <cstdlib>
struct Query {
  float x;
  int count, chosen, hits;
  float sum;
};
struct Node {
  float x;
  Node *kids[4];
  Node *l, *r;
  Node *side(bool k) const { return kids[k]; }
  Node *logged(int k, int) const { return kids[k]; }
  Node *near(float k) const {
    if (k < x)
      return l;
    return r;
  }
};
#pragma regtt traversal
static void a(const Node *n, Query &q) {
  if (!n)
    return;
  q.sum += n->x * (q.count & 7);
  a(n->side(q.chosen), q);
  q.sum *= 0.5f;
  a(n->logged(1, ++q.count), q);
  q.sum += 1;
  a(n->logged(++q.count & 3, 1), q);
}
#pragma regtt traversal
static void b(const Node *n, Query &q) {
  if (!n)
    return;
  q.sum += n->x * (q.count & 7);
  b(n->near(float(q.hits++)), q);
  q.sum *= 0.5f;
  b(n->near(float(q.hits++)), q);
  q.count++;
}
#pragma regtt traversal
static void c(const Node *n, Query &q) {
  if (!n)
    return;
  q.sum += n->x * (q.count & 7);
  Node *two[2] = {n->l, n->r};
  Node *&near = two[q.chosen & 1];
  two[0] = two[1];
  q.chosen += q.count++;
  c(near, q);
  near = n->kids[2];
  c(two[0], q);
}
static Node *make(int d) {
  if (d == 0 || rand() % 8 == 0)
    return nullptr;
  Node *n = new Node;
  n->x = rand() % 100 / 10.f;
  n->l = make(d - 1);
  n->r = make(d - 1);
  for (auto &k : n->kids)
    k = d < 5 ? make(d - 1) : nullptr;
  return n;
}
int main() {
  srand(3);
  Node *root = nullptr;
  while (!root || !root->l)
    root = make(6);
  static Query q[50];
  for (auto &x : q)
    x.x = rand() % 10, x.chosen = rand() % 3, x.hits = rand() % 10,
    x.count = rand() % 10;
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    a(root, q[i]);
  for (auto &x : q)
    printf("%a %d %d %d\n", x.sum, x.count, x.hits, x.chosen);
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    b(root, q[i]);
  for (auto &x : q)
    printf("%a %d %d %d\n", x.sum, x.count, x.hits, x.chosen);
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    c(root, q[i]);
  for (auto &x : q)
    printf("%a %d %d %d\n", x.sum, x.count, x.hits, x.chosen);
}
