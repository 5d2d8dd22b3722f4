// Nodes of classes that the file with the loop does not show, or that have no
// name where the loop stands, are refused when the loop runs: their class is
// said. With one thread, and where threads share the tree out. (--suggest does not look for
// recursions through virtual functions.)
//
// RUN: regtt-cc -O1 --target=cpu %s %S/Inputs/unknown_class.cpp -o %t
// RUN: env REGTT_TARGET=cpu %t - | FileCheck --check-prefix=SUM %s
// RUN: env REGTT_TARGET=cpu %t n | FileCheck --check-prefix=SUM %s
// RUN: env REGTT_TARGET=cpu not %t a 2>&1 | FileCheck --check-prefix=ANONYMOUS %s
// RUN: env REGTT_TARGET=cpu REGTT_THREADS=3 not %t l 2>&1 | FileCheck --check-prefix=LOCAL %s
// RUN: env REGTT_TARGET=cpu not %t h 2>&1 | FileCheck --check-prefix=HERE %s
// RUN: env REGTT_TARGET=cpu REGTT_THREADS=3 not %t b 2>&1 | FileCheck --check-prefix=BEHIND %s
// The serial loop may run instead.
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t a 2>/dev/null | FileCheck --check-prefix=SERIAL %s
#include "Inputs/unknown_class.h"

#include <cstdio>
#include <vector>

namespace {
struct Leaf : Node {
  explicit Leaf(int n) : n(n) {}
  int value() const override { return n; }
  int n;
};
struct Inner : Node {
  Inner(Node *left, Node *right) : left(left), right(right) {}
  void visit(Query &q) const override;
  Node *left, *right;
};
#pragma regtt traversal
void Inner::visit(Query &q) const {
  q.sum += 1;
  if (left)
    left->visit(q);
  if (right)
    right->visit(q);
}
} // namespace

static void run(const Node *root) {
  std::vector<Query> queries(100);
  // ANONYMOUS: [[# @LINE + 7]]: regtt: error: visit: the tree has a node of class '(anonymous namespace)::Leaf'
  // LOCAL: error: visit: the tree has a node of class 'fromElsewhere(char)::Local'
  // HERE: error: visit: the tree has a node of class 'here()::Mine'
  // BEHIND: error: visit: the tree has a node of class 'Behind'
  // SUM: sum {{-?[0-9]+$}}
  // SERIAL: sum {{-?[0-9]+$}}
#pragma regtt parallel
  for (int i = 0; i < 100; ++i)
    root->visit(queries[size_t(i)]);
  long sum = 0;
  for (const Query &q : queries)
    sum = (sum * 3 + q.sum) % 1000003;
  std::printf("sum %ld\n", sum);
}

static Node *here() {
  struct Mine : Node {};
  return new Mine;
}
struct Behind : Node {};

static Node *many(int depth, Node *last) {
  if (depth == 0)
    return new Leaf(3);
  return new Inner(many(depth - 1, nullptr),
                   last ? last : many(depth - 1, nullptr));
}

int main(int, char **argv) {
  const char which = argv[1][0];
  Node *other = which == 'h'   ? here()
                : which == 'b' ? new Behind
                : which == '-' ? nullptr
                               : fromElsewhere(which);
  run(new Inner(many(9, nullptr), other));
}
