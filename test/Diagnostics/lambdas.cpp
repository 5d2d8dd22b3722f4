// Lambdas: what they write is refused where it is; what they capture, by value
// or by reference, is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

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
  float c = n->split;
  auto counts = [c](float x) mutable { return c += x; };
  const auto whole = [q] { return q.best; };
  const auto part = [&q] { return q.best; };
  q.best = part();
  float row[2] = {a, b}, *at = row;
  const auto through = [&] { return *at; };
  q.best += through();
  const auto inRow = [&] { return row[1]; };
  q.best += inRow();
  for (int k = 0; k < 3; ++k) {
    const auto skip = [&k] { ++k; };
    skip();
    const auto look = [&k] { return k; };
    q.count += look();
  }
  // expected-error@+1 {{the traversal writes to the tree: 'n->leaf' [RTT2005]}}
  const auto writes = [&] { n->leaf = 1; };
  writes();
  // Taken: recursion through a lambda.
  const auto descend = [&](Node *c) { visit(q, c, depth + 1); };
  descend(n->left);
  visit(q, n->right, depth + 1);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(queries[i], root, 0);
}
