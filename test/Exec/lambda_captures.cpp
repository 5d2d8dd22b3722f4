// What lambdas capture: copies of what changes later, copies of their own, of the
// whole query, pointers into local arrays, a loop's variable that they change.
//
// RUN: %serial %s -o %t.serial && %t.serial > %t.expected
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: env REGTT_TARGET=cpu %t.parallel > %t.output
// RUN: cmp %t.expected %t.output
#include <cstdio>
#include <cstdlib>
struct Query {
  float x, best;
  int count;
};
struct Node {
  float x, split;
  int leaf;
  Node *left, *right;
};
#pragma regtt traversal
static void visit(Query &q, Node *n, int depth) {
  if (!n)
    return;
  float a = n->x, b = n->split;
  const auto byReference = [&a](float x) { a += x; };
  byReference(1);
  const auto unchanged = [b](float x) { return x + b; };
  q.best += unchanged(a);
  const auto copied = [a](float x) { return x + a; };
  a += 3;
  q.best += copied(2);
  float c = n->split;
  auto counts = [c](float x) mutable { return c += x; };
  q.best += counts(1);
  q.best += counts(1) * c;
  const auto whole = [q] { return q.best; };
  q.best += 1;
  q.best += 0.25f * whole();
  const auto part = [&q] { return q.best; };
  q.best = part();
  float row[2] = {a, b}, *at = row;
  const auto through = [&] { return *at; };
  row[0] += 1;
  q.best += through();
  at = row + 1;
  q.best += through();
  const auto inRow = [&] { return row[1]; };
  q.best += inRow();
  for (int k = 0; k < 3; ++k) {
    const auto skip = [&k] { ++k; };
    skip();
    const auto look = [&k] { return k; };
    q.count += look();
  }
  q.best = q.best > 100 ? q.best * 0.01f : q.best;
  const auto descend = [&](Node *c) { visit(q, c, depth + 1); };
  descend(n->left);
  visit(q, n->right, depth + 1);
}
static Node *make(int d) {
  if (d == 0 || rand() % 5 == 0)
    return nullptr;
  Node *n = new Node;
  n->x = rand() % 100 / 10.f;
  n->split = rand() % 100 / 10.f;
  n->leaf = 0;
  n->left = make(d - 1);
  n->right = make(d - 1);
  return n;
}
int main() {
  srand(3);
  Node *root = nullptr;
  while (!root)
    root = make(7);
  static Query q[50];
  for (auto &x : q)
    x.x = rand() % 10, x.best = rand() % 10;
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    visit(q[i], root, 0);
  for (auto &x : q)
    printf("%a %d\n", x.best, x.count);
}
